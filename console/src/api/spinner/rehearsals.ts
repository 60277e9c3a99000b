import { queryOptions, useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import type { Rehearsal, RehearsalResult, TriggerField } from '../schema.ts'

/** The trigger data of a run, by the field names that the spinner declares. */
export type TriggerData = Readonly<Record<string, string | number | boolean>>
export type DeclaredField = TriggerField
export type Rehearsed = NonNullable<RehearsalResult>

export interface RehearsalRequest {
  readonly spinnerId: string
  /** Whether to rehearse the draft instead of the published version. */
  readonly draft: boolean
  /** The ids of the records to rehearse for; null for the audience of the spinner. */
  readonly recordIds: readonly string[] | null
  readonly data: TriggerData | null
  /**
   * A key for this attempt to rehearse. A new key starts a new rehearsal instead of returning the cached one.
   */
  readonly attempt: string
}

const startedQuery = ({ spinnerId, draft, recordIds, data, attempt }: RehearsalRequest) =>
  queryOptions({
    queryKey: ['rehearsals', 'started', spinnerId, draft, recordIds, data, attempt],
    queryFn: async () => {
      const params = { path: { spinnerId } }
      const body = {
        ...(draft ? { draft } : {}),
        ...(recordIds === null ? {} : { recordIds: [...recordIds] }),
        ...(data === null ? {} : { data }),
      }
      const call = api.POST('/api/v1/spinners/{spinnerId}/rehearsals', { params, body })
      return (await answerOf(call)).id
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

const pollEveryMs = 500

const rehearsalQuery = (spinnerId: string, rehearsalId: string) =>
  queryOptions({
    queryKey: ['rehearsals', spinnerId, rehearsalId],
    queryFn: () =>
      answerOf(
        api.GET('/api/v1/spinners/{spinnerId}/rehearsals/{rehearsalId}', {
          params: { path: { spinnerId, rehearsalId } },
        }),
      ),
    gcTime: 0,
  })

export interface RehearsalState {
  readonly rehearsal: Rehearsal | undefined
  /** The error that prevented starting or reading the rehearsal; null if there was none. */
  readonly error: Error | null
}

/** Starts a rehearsal, and polls it until it has ended. */
export function useRehearsal(request: RehearsalRequest | null): RehearsalState {
  const none = { spinnerId: '', draft: false, recordIds: null, data: null, attempt: '' }
  const started = useQuery({ ...startedQuery(request ?? none), enabled: request !== null })
  const id = request === null ? undefined : started.data
  const looked = useQuery({
    ...rehearsalQuery(request?.spinnerId ?? '', id ?? ''),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.state === 'running' ? pollEveryMs : false,
  })
  return { rehearsal: id === undefined ? undefined : looked.data, error: started.error ?? looked.error }
}
