import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { t } from '../../languages/text.ts'
import { answerOf, api, atPath } from '../client.ts'
import { byCursor, everyPage, fromCursor } from '../every-page.ts'
import type {
  BranchCounts,
  ExistingRecords,
  Preview,
  PublishPreview,
  RecipientMove,
  Spinner,
  Step,
  Where,
} from '../schema.ts'
import { storeAnswer } from '../store-answer.ts'
import type { SpinnerChanges, StoredSpinner } from './stored-spinner.ts'

export const spinnersQuery = queryOptions({
  queryKey: ['spinners'],
  queryFn: () => everyPage((query) => answerOf(api.GET('/api/v1/spinners', { params: { query } }))),
})

export const spinnerQuery = (spinnerId: string) =>
  queryOptions({
    queryKey: ['spinners', spinnerId],
    queryFn: () => answerOf(api.GET('/api/v1/spinners/{spinnerId}', atPath({ spinnerId }))),
  })

async function stored(call: Promise<{ data?: Spinner; error?: unknown; response: Response }>) {
  let tag = ''
  const spinner = await answerOf(
    call.then((called) => {
      tag = called.response.headers.get('ETag') ?? ''
      return called
    }),
  )
  return { spinner, tag }
}

export const storedSpinnerQuery = (spinnerId: string) =>
  queryOptions<StoredSpinner>({
    queryKey: ['spinners', spinnerId, 'stored'],
    queryFn: () => stored(api.GET('/api/v1/spinners/{spinnerId}', atPath({ spinnerId }))),
  })

/** A published version of a spinner. Versions never change, so the cached answer does not expire. */
export const spinnerVersionQuery = (spinnerId: string, version: number) =>
  queryOptions({
    queryKey: ['spinners', spinnerId, 'versions', version],
    queryFn: () =>
      answerOf(api.GET('/api/v1/spinners/{spinnerId}/versions/{version}', atPath({ spinnerId, version }))),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** All published versions of a spinner, newest first. */
export const versionsQuery = (spinnerId: string) =>
  infiniteQueryOptions({
    queryKey: ['spinners', spinnerId, 'versions', 'list'],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/api/v1/spinners/{spinnerId}/versions', {
          params: { path: { spinnerId }, query: fromCursor(pageParam) },
        }),
      ),
    ...byCursor,
    staleTime: 0,
  })

/** The first 10 records of a table, which is as many as the API previews at once. */
export const firstRecordsQuery = (dataTableId: string) =>
  queryOptions({
    queryKey: ['data-tables', dataTableId, 'records', 'first'],
    queryFn: async () => {
      const params = { path: { dataTableId }, query: { limit: 10 } }
      const { items } = await answerOf(api.GET('/api/v1/data-tables/{dataTableId}/records', { params }))
      return items
    },
  })

/**
 * Previews steps for one record without saving the steps; without a record, checks only whether the steps
 * could run. `declared`, the trigger data of the saved draft, is only part of the cache key.
 */
export const previewQuery = (
  spinnerId: string,
  recordId: string | undefined,
  steps: readonly Step[],
  declared: Spinner['triggerData'],
) =>
  queryOptions<Preview>({
    queryKey: ['spinners', spinnerId, 'preview', recordId, steps, declared],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST('/api/v1/spinners/{spinnerId}/preview', {
          ...atPath({ spinnerId }),
          body: { steps: [...steps], ...(recordId === undefined ? {} : { recordIds: [recordId] }) },
          signal,
        }),
      ),
    gcTime: 60_000,
  })

/** Finds the first record that reaches a step, among the first records of the spinner's table. */
export const reachingQuery = (spinnerId: string, step: number, steps: readonly Step[]) =>
  queryOptions<Preview>({
    queryKey: ['spinners', spinnerId, 'preview', 'reaching', step, steps],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST('/api/v1/spinners/{spinnerId}/preview', {
          ...atPath({ spinnerId }),
          body: { steps: [...steps], reaching: step },
          signal,
        }),
      ),
    gcTime: 60_000,
    retry: false,
  })

/** Counts how many records of the spinner's table would take each branch of some steps. */
export const branchCountsQuery = (spinnerId: string, steps: readonly Step[]) =>
  queryOptions<BranchCounts>({
    queryKey: ['spinners', spinnerId, 'branch-counts', steps],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST('/api/v1/spinners/{spinnerId}/branch-counts', {
          ...atPath({ spinnerId }),
          body: { steps: [...steps] },
          signal,
        }),
      ),
    gcTime: 60_000,
    retry: false,
  })

/** Stores a spinner from an API answer in the cache, with and without its tag. */
async function remember(client: QueryClient, answer: StoredSpinner): Promise<StoredSpinner> {
  const { id } = answer.spinner
  await storeAnswer(client, storedSpinnerQuery(id).queryKey, answer)
  client.setQueryData(spinnerQuery(id).queryKey, answer.spinner)
  void client.invalidateQueries({ queryKey: spinnersQuery.queryKey, exact: true })
  return answer
}

export async function saveSpinner(
  client: QueryClient,
  { spinner: { id }, tag }: StoredSpinner,
  body: SpinnerChanges,
): Promise<StoredSpinner> {
  const params = { path: { spinnerId: id }, header: { 'If-Match': tag } }
  return remember(client, await stored(api.PATCH('/api/v1/spinners/{spinnerId}', { params, body })))
}

/** Sends the signed-in user a test of the message that a step makes from a record. */
export function sendTest(spinnerId: string, recordId: string, step: Step) {
  const params = { path: { spinnerId } }
  const body = { recordId, step: 0, steps: [step] }
  return answerOf(api.POST('/api/v1/spinners/{spinnerId}/test-send', { params, body }))
}

export interface PublishRequest {
  /**
   * Whether to publish although receivers cannot verify that a sender's mail comes from its domain.
   * Publishing despite this fault requires the role admin or owner.
   */
  readonly ignoreWarnings: boolean
  /** Whether recipients in jobs of earlier versions continue with the new version. */
  readonly moveRecipients: boolean
  /**
   * The user's choice for the records that the table already has at publishing; null if the console did not
   * ask.
   */
  readonly existingRecords: ExistingRecords['choice'] | null
}

/**
 * Publishes a draft. Passes to `onTaken` how many recipients of earlier versions continue with the new
 * version.
 */
export function usePublishSpinner() {
  const client = useQueryClient()
  return (
    { ignoreWarnings, moveRecipients, existingRecords }: PublishRequest,
    onTaken: (taken: RecipientMove) => void,
  ) =>
    async ({ spinner: { id }, tag }: StoredSpinner) => {
      const params = { path: { spinnerId: id }, header: { 'If-Match': tag } }
      const body = {
        ...(ignoreWarnings ? { ignoreWarnings } : {}),
        ...(moveRecipients ? { moveRecipients } : {}),
        ...(existingRecords === null ? {} : { existingRecords }),
      }
      let move: RecipientMove | undefined
      const call = api.POST('/api/v1/spinners/{spinnerId}/publish', { params, body }).then((called) => {
        move = called.data?.movedRecipients
        return called
      })
      const answer = await remember(client, await stored(call))
      if (move !== undefined) onTaken(move)
      return answer
    }
}

/**
 * Returns how many recipients of earlier versions could continue with the saved draft once it is published,
 * and how many existing records that no job has taken there are.
 */
export function foreseenOf(spinnerId: string): Promise<PublishPreview> {
  const params = { path: { spinnerId } }
  return answerOf(api.GET('/api/v1/spinners/{spinnerId}/publish-preview', { params }))
}

/** Pauses a spinner with all of its jobs. */
export function usePauseSpinner() {
  const remembered = useRememberedWithJobs()
  return (spinnerId: string) =>
    remembered(api.POST('/api/v1/spinners/{spinnerId}/pause', atPath({ spinnerId })))
}

export function useResumeSpinner() {
  const remembered = useRememberedWithJobs()
  return (spinnerId: string) =>
    remembered(api.POST('/api/v1/spinners/{spinnerId}/resume', atPath({ spinnerId })))
}

/** Returns a function that stores the spinner of an answer, and reads the jobs again, which have changed with it. */
function useRememberedWithJobs() {
  const client = useQueryClient()
  return async (call: Parameters<typeof stored>[0]) => {
    const answer = await remember(client, await stored(call))
    void client.invalidateQueries({ queryKey: ['jobs'] })
    return answer
  }
}

/** The next times at which a schedule would start the spinner, loaded while the user types the schedule. */
export const scheduleRunsQuery = (cron: string, timeZone: string) =>
  queryOptions({
    queryKey: ['schedule-runs', cron, timeZone],
    queryFn: async ({ signal }) => {
      const params = { query: { cron, timeZone } }
      return (await answerOf(api.GET('/api/v1/schedule-runs', { params, signal }))).items
    },
    staleTime: 60_000,
    retry: false,
  })

export function useUnpublishSpinner() {
  const client = useQueryClient()
  return async ({ spinner: { id } }: StoredSpinner) => {
    const params = { path: { spinnerId: id } }
    return remember(client, await stored(api.POST('/api/v1/spinners/{spinnerId}/unpublish', { params })))
  }
}

/** Makes the draft of a spinner equal to a published version. */
export function useRestoreVersion(version: number) {
  const client = useQueryClient()
  return async ({ spinner: { id }, tag }: StoredSpinner) => {
    const params = { path: { spinnerId: id, version }, header: { 'If-Match': tag } }
    const call = api.POST('/api/v1/spinners/{spinnerId}/versions/{version}/restore', { params })
    return remember(client, await stored(call))
  }
}

export function useDuplicateSpinner() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (spinnerId: string) =>
      answerOf(api.POST('/api/v1/spinners/{spinnerId}/duplicate', atPath({ spinnerId }))),
    onSuccess: () => client.invalidateQueries({ queryKey: spinnersQuery.queryKey, exact: true }),
  })
}

export function useCreateSpinner() {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: ({
      projectId,
      ...body
    }: { projectId: string } & Pick<Spinner, 'name' | 'dataTableId' | 'steps' | 'starts'> &
      Partial<Pick<Spinner, 'audience'>>) => {
      const params = { path: { projectId } }
      return answerOf(api.POST('/api/v1/projects/{projectId}/spinners', { params, body }))
    },
    onSuccess: () => client.invalidateQueries({ queryKey: spinnersQuery.queryKey, exact: true }),
  })
}

export function useDeleteSpinner() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (spinnerId: string) =>
      answerOf(api.DELETE('/api/v1/spinners/{spinnerId}', atPath({ spinnerId }))),
    onSuccess: () => client.invalidateQueries({ queryKey: spinnersQuery.queryKey, exact: true }),
  })
}

/** The options of a run of a spinner: its rehearsal, trigger data, records and start time. */
export interface RunRequest {
  readonly rehearsal?: string
  readonly data?: Record<string, string | number | boolean>
  readonly recordIds?: string[]
  readonly where?: Where
  readonly scheduledAt?: string
}

/**
 * Starts a job of a spinner, as a CRM does with its trigger. Requests with the same idempotency key start
 * only one job.
 */
export function useRunSpinner(onStarted: (started: { jobId: string }) => void) {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: async ({ spinnerId, key, body }: { spinnerId: string; key: string; body: RunRequest }) => {
      const params = { path: { spinnerId }, header: { 'Idempotency-Key': key } }
      const answer = await answerOf(api.POST('/api/v1/spinners/{spinnerId}/jobs', { params, body }))
      // Treats an answer without a job id as an error. The API leaves out the job id only for a dry run,
      // which this request does not ask for.
      if (!('jobId' in answer)) throw new Error(t('The job was not started'))
      return answer
    },
    onSuccess: (started) => {
      void client.invalidateQueries({ queryKey: ['jobs'] })
      onStarted(started)
    },
  })
}
