import { ActionIcon, Button, Menu, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CirclePause, Ellipsis, Play, Rocket, Trash2 } from 'lucide-react'
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
  const unpublishSpinner = useUnpublishSpinner()
  const deletion = useDeletion()
  const run = useRun()
  const publish = useMutation({
    meta: { shown: true },
    mutationFn: () => draft.publish(publishSpinner),
    onMutate: () => onProblem(null),
    onError: (error) => {
      // Of a conflict the draft tells.
      if (!isProblem(error, 'CONFLICT')) onProblem(error)
      // Whatever the preview found is older than this.
      void client.invalidateQueries({ queryKey: ['spinners', spinner.id, 'preview'] })
    },
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
        onClick={() => publish.mutate()}
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
