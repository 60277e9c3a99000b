import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api, atPath } from '../client.ts'
import type { Job, Recipient, RecipientActionResult } from '../schema.ts'
import type { RecipientFilter } from './jobs.ts'

/** The acts on a recipient of a job. */
export type Act =
  | { readonly action: 'retry' | 'skip' | 'stop' }
  | { readonly action: 'move'; readonly step: number; readonly again?: boolean }
  | { readonly action: 'wait'; readonly until: string }
export type ActKind = Act['action']

/** The recipients that the user has chosen: by their records, or all that a filter shows. */
export type Selection = { readonly recordIds: readonly string[] } | { readonly filter: RecipientFilter }

/** A recipient that a list shows, with its job. */
export interface ActedRecipient extends Pick<Recipient, 'recordId' | 'status' | 'step'> {
  readonly reason: Pick<NonNullable<Recipient['reason']>, 'code'> | null
}

/** Returns whether users may act on recipients of a job. */
export function mayActOn({ status }: Pick<Job, 'status'>): boolean {
  return status !== 'cancelled' && status !== 'failed'
}

/** Returns a mutation that acts on one recipient, and loads the job and the people again. */
export function useActOnRecipient(jobId: string, recordId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (act: Act) => {
      const at = atPath({ jobId, recordId })
      const path = '/api/v1/jobs/{jobId}/recipients/{recordId}'
      switch (act.action) {
        case 'move': {
          const { step, again = false } = act
          return answerOf(api.POST(`${path}/move`, { ...at, body: { step, again } }))
        }
        case 'wait':
          return answerOf(api.POST(`${path}/wait`, { ...at, body: { until: act.until } }))
        case 'retry':
          return answerOf(api.POST(`${path}/retry`, at))
        case 'skip':
          return answerOf(api.POST(`${path}/skip`, at))
        case 'stop':
          return answerOf(api.POST(`${path}/stop`, at))
      }
    },
    meta: { shown: true },
    onSettled: () => void refresh(),
  })
}

/** Returns a mutation that acts on many recipients, or only counts them with `preview`. */
export function useActOnRecipients(jobId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({
      selection,
      act,
      preview,
    }: {
      selection: Selection
      act: Act
      preview: boolean
    }): Promise<RecipientActionResult> => {
      const chosen =
        'recordIds' in selection ? { recordIds: [...selection.recordIds] } : { filter: selection.filter }
      const body = { ...act, ...chosen, preview }
      return answerOf(api.POST('/api/v1/jobs/{jobId}/recipient-actions', { ...atPath({ jobId }), body }))
    },
    meta: { shown: true },
    onSuccess: (_result, { preview }) => {
      if (!preview) void refresh()
    },
  })
}

function useRefresh() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['jobs'] }),
      client.invalidateQueries({ queryKey: ['people'] }),
    ])
}
