import { List, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useIsOwner } from '../../../api/account/session.ts'
import { isProblem } from '../../../api/problem.ts'
import { usePublishSpinner } from '../../../api/spinner/spinners.ts'
import type { Draft } from '../draft/draft.ts'

interface Publishing {
  readonly insist: boolean
  /** What comes after it. */
  readonly then: (() => void) | undefined
}

/** Publishes what is edited. Problems are for the page to show; to insist on it, an owner is asked. */
export function usePublishing(draft: Draft, onProblem: (error: unknown) => void) {
  const client = useQueryClient()
  const publishSpinner = usePublishSpinner()
  const publishAllTheSame = usePublishSpinner(true)
  const isOwner = useIsOwner()
  const { mutate, isPending } = useMutation({
    meta: { shown: true },
    mutationFn: ({ insist }: Publishing) => draft.publish(insist ? publishAllTheSame : publishSpinner),
    onMutate: () => onProblem(null),
    onSuccess: (_published, { then }) => then?.(),
    onError: (error, { then }) => {
      const lacking = recordsLacking(error)
      if (lacking.length > 0 && isOwner) askToInsist(lacking, then)
      // Of a conflict the draft tells.
      else if (!isProblem(error, 'CONFLICT')) onProblem(error)
      // Whatever the preview found is older than this.
      void client.invalidateQueries({ queryKey: ['spinners', draft.state().stored.spinner.id, 'preview'] })
    },
  })
  const askToInsist = (lacking: readonly string[], then: Publishing['then']) =>
    modals.openConfirmModal({
      title: 'Publish all the same?',
      children: (
        <>
          <Text size="sm">Receivers cannot tell that mail of this sender is its own:</Text>
          <List size="sm" my="xs">
            {lacking.map((words) => (
              <List.Item key={words} style={{ overflowWrap: 'anywhere' }}>
                {words}
              </List.Item>
            ))}
          </List>
        </>
      ),
      labels: { confirm: 'Publish all the same', cancel: 'Not yet' },
      onConfirm: () => mutate({ insist: true, then }),
    })
  return { isPending, publish: (then?: () => void) => mutate({ insist: false, then }) }
}

/** The records of a sender's domain that stand in the way of publishing. */
function recordsLacking(error: unknown): readonly string[] {
  if (!isProblem(error, 'SPINNER_INVALID')) return []
  const { errors = [] } = error.problem
  const ofDomains = errors.filter(({ code }) => /^(?:SPF|DKIM|DMARC)_MISSING$/.test(code))
  return ofDomains.length < errors.length ? [] : ofDomains.map(({ message = '' }) => message)
}
