import { queryOptions, useQuery } from '@tanstack/react-query'
import { answerOf, api, atPath } from '../client.ts'
import type { Rehearsal, RehearsalResult, Spinner, TriggerField, Where } from '../schema.ts'

/** The trigger data of a run, by the field names that the spinner declares. */
export type TriggerData = Readonly<Record<string, string | number | boolean>>
export type DeclaredField = TriggerField
export type Rehearsed = NonNullable<RehearsalResult>

/** The fields of a run request that choose the recipients; empty for the audience of the spinner. */
export interface RunAudience {
  readonly recordIds?: readonly string[]
  readonly where?: Where
  readonly segmentId?: string
  /** The segments that only this run excludes; null or absent if there are none. */
  readonly exclude?: Spinner['exclude']
}

export interface RehearsalRequest {
  readonly spinnerId: string
  /** Whether to rehearse the draft instead of the published version. */
  readonly draft: boolean
  readonly audience: RunAudience
  readonly data: TriggerData | null
  /** The time at which the rehearsed job would start, as ISO 8601; absent if it would start now. */
  readonly scheduledAt?: string
  /**
   * A key for this attempt to rehearse. A new key starts a new rehearsal instead of returning the cached one.
   */
  readonly attempt: string
}

/** Returns the fields of a request body that choose the recipients of a run. */
export function bodyOf({ recordIds, where, segmentId, exclude }: RunAudience) {
  return {
    ...(recordIds === undefined ? {} : { recordIds: [...recordIds] }),
    ...(where === undefined ? {} : { where }),
    ...(segmentId === undefined ? {} : { segmentId }),
    ...(exclude == null ? {} : { exclude }),
  }
}

const startedQuery = ({ spinnerId, draft, audience, data, scheduledAt, attempt }: RehearsalRequest) =>
  queryOptions({
    queryKey: ['rehearsals', 'started', spinnerId, draft, audience, data, scheduledAt, attempt],
    queryFn: async () => {
      const params = { path: { spinnerId } }
      const body = {
        ...(draft ? { draft } : {}),
        ...bodyOf(audience),
        ...(data === null ? {} : { data }),
        ...(scheduledAt === undefined ? {} : { scheduledAt }),
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
        api.GET('/api/v1/spinners/{spinnerId}/rehearsals/{rehearsalId}', atPath({ spinnerId, rehearsalId })),
      ),
    gcTime: 0,
    // Keeps a finished rehearsal without another request, because the service deletes it after an hour.
    staleTime: ({ state: { data } }) =>
      data === undefined || data.status === 'running' ? 0 : Number.POSITIVE_INFINITY,
  })

export interface RehearsalStatus {
  readonly rehearsal: Rehearsal | undefined
  /** The error that prevented starting or reading the rehearsal; null if there was none. */
  readonly error: Error | null
  /** The time in ms at which the rehearsal was last read. */
  readonly readAt: number
}

/** Starts a rehearsal, and polls it until it has ended. */
export function useRehearsal(request: RehearsalRequest | null): RehearsalStatus {
  const none = { spinnerId: '', draft: false, audience: {}, data: null, attempt: '' }
  const started = useQuery({ ...startedQuery(request ?? none), enabled: request !== null })
  const id = request === null ? undefined : started.data
  const looked = useQuery({
    ...rehearsalQuery(request?.spinnerId ?? '', id ?? ''),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.status === 'running' ? pollEveryMs : false,
  })
  return {
    rehearsal: id === undefined ? undefined : looked.data,
    error: started.error ?? looked.error,
    readAt: looked.dataUpdatedAt,
  }
}
