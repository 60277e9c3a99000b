import { ActionIcon, Button, List, Menu, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CirclePause, Ellipsis, Play, Rocket, Trash2 } from 'lucide-react'
import { useIsOwner } from '../../api/account/session.ts'
import { isProblem } from '../../api/problem.ts'
import { usePublishSpinner, useUnpublishSpinner } from '../../api/spinner/spinners.ts'
import type { Draft } from './draft/draft.ts'
import { type DraftState, differsFromPublished } from './draft/draft-state.ts'
import { useDeletion } from './use-deletion.tsx'
import { useRun } from './use-run.tsx'

/** What can be done with a spinner as a whole. Problems of publishing are for the page to show. */
export function SpinnerActions({
  draft,
  state,
  obstructed,
  onProblem,
}: {
  draft: Draft
  state: DraftState
  obstructed: boolean
  onProblem: (error: unknown) => void
}) {
  const { spinner } = state.stored
  const navigate = useNavigate()
  const client = useQueryClient()
  const publishSpinner = usePublishSpinner()
  const publishAllTheSame = usePublishSpinner(true)
  const isOwner = useIsOwner()
  const unpublishSpinner = useUnpublishSpinner()
  const deletion = useDeletion()
  const run = useRun()
  const publish = useMutation({
    meta: { shown: true },
    mutationFn: (insist: boolean) => draft.publish(insist ? publishAllTheSame : publishSpinner),
    onMutate: () => onProblem(null),
    onError: (error) => {
      const lacking = recordsLacking(error)
      if (lacking.length > 0 && isOwner) askToInsist(lacking)
      // Of a conflict the draft tells.
      else if (!isProblem(error, 'CONFLICT')) onProblem(error)
      // Whatever the preview found is older than this.
      void client.invalidateQueries({ queryKey: ['spinners', spinner.id, 'preview'] })
    },
  })
  const askToInsist = (lacking: readonly string[]) =>
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
      onConfirm: () => publish.mutate(true),
    })
  const { mutate: unpublish } = useMutation({ mutationFn: () => draft.act(unpublishSpinner) })
  const isPublished = spinner.status === 'published'
  const differs = differsFromPublished(state)
  const askToUnpublish = () =>
    modals.openConfirmModal({
      title: `Unpublish “${spinner.name}”?`,
      children: (
        <Text size="sm">
          It cannot be run or triggered any more: requests of CRMs are answered with 404. Jobs that were
          started go on. You can publish it again.
        </Text>
      ),
      labels: { confirm: 'Unpublish', cancel: 'Keep it published' },
      confirmProps: { color: 'red' },
      onConfirm: () => unpublish(),
    })
  return (
    <>
      {isPublished && (
        <Button
          variant="default"
          leftSection={<Play size={16} aria-hidden />}
          onClick={() => run.ask({ ...spinner, differs })}
        >
          Run
        </Button>
      )}
      <Button
        leftSection={<Rocket size={16} aria-hidden />}
        loading={publish.isPending}
        disabled={obstructed || (isPublished && !differs)}
        aria-describedby={obstructed ? 'obstacles' : undefined}
        onClick={() => publish.mutate(false)}
      >
        {isPublished && !differs ? 'Published' : 'Publish'}
      </Button>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More for the spinner">
            <Ellipsis size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isPublished && (
            <Menu.Item leftSection={<CirclePause size={16} aria-hidden />} onClick={askToUnpublish}>
              Unpublish
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<Trash2 size={16} aria-hidden />}
            disabled={isPublished}
            onClick={() =>
              deletion.ask(spinner, () => {
                draft.replace(draft.state().stored)
                void navigate({ to: '/spinners' })
              })
            }
          >
            {isPublished ? 'Delete (unpublish it first)' : 'Delete'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {run.dialog}
    </>
  )
}

/** The records of a sender's domain that stand in the way of publishing. */
function recordsLacking(error: unknown): readonly string[] {
  if (!isProblem(error, 'SPINNER_INVALID')) return []
  const { errors = [] } = error.problem
  const ofDomains = errors.filter(({ code }) => /^(?:SPF|DKIM|DMARC)_MISSING$/.test(code))
  return ofDomains.length < errors.length ? [] : ofDomains.map(({ message = '' }) => message)
}
