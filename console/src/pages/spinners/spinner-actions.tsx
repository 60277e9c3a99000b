import { ActionIcon, Badge, Button, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { modals } from '@mantine/modals'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  CirclePause,
  CloudOff,
  Copy,
  Ellipsis,
  FlaskConical,
  History,
  Play,
  Rocket,
  Trash2,
} from 'lucide-react'
import type { Spinner } from '../../api/schema.ts'
import { useDuplicateSpinner, usePauseSpinner, useUnpublishSpinner } from '../../api/spinner/spinners.ts'
import type { Draft } from './draft/draft.ts'
import { type DraftState, differsFromPublished, stepsOf } from './draft/draft-state.ts'
import { usePublishing } from './publish/use-publishing.tsx'
import { RehearseDraft } from './run/rehearse-draft.tsx'
import { useRun } from './run/use-run.tsx'
import { useDeletion } from './use-deletion.tsx'
import { VersionsDialog } from './versions/versions-dialog.tsx'

/** The actions for a whole spinner. Problems of publishing are passed to the page. */
export function SpinnerActions({
  draft,
  state,
  obstructed,
  faults,
  columns,
  onProblem,
}: {
  draft: Draft
  state: DraftState
  obstructed: boolean
  /** The number of faults in the steps that prevent publishing the spinner. */
  faults: number
  columns: readonly string[]
  onProblem: (error: unknown) => void
}) {
  const { spinner } = state.stored
  const navigate = useNavigate()
  const unpublishSpinner = useUnpublishSpinner()
  const pauseSpinner = usePauseSpinner()
  const deletion = useDeletion()
  const duplicate = useDuplicateSpinner()
  const [versionsOpened, versions] = useDisclosure()
  const [rehearsing, rehearsal] = useDisclosure()
  const run = useRun()
  const publishing = usePublishing(draft, onProblem)
  const { mutate: pause } = useMutation({ mutationFn: () => draft.act(() => pauseSpinner(spinner.id)) })
  const { mutate: unpublish } = useMutation({ mutationFn: () => draft.act(unpublishSpinner) })
  const open = ({ id }: Spinner) => void navigate({ to: '/spinners/$spinnerId', params: { spinnerId: id } })
  // Saves the spinner before it is copied. Changes that cannot be saved are not part of the copy.
  const saved = () => draft.flush().catch(() => undefined)
  const isPublished = spinner.status === 'published'
  const differs = differsFromPublished(state)
  // Whether publishing makes the spinner start automatically for the first time, so that the dialog says so.
  const startsByItself = state.edited.starts.on !== 'call' && spinner.ownStarts === null
  const askToUnpublish = () =>
    modals.openConfirmModal({
      title: `Unpublish “${spinner.name}”?`,
      children: (
        <Text size="sm">
          You can no longer run or trigger the spinner: requests from CRMs get the answer 404. Started jobs
          continue. You can publish it again.
        </Text>
      ),
      labels: { confirm: 'Unpublish', cancel: 'Cancel' },
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
        loading={publishing.isPending}
        disabled={obstructed || (isPublished && !differs)}
        aria-describedby={obstructed ? 'obstacles' : undefined}
        rightSection={
          faults > 0 && (
            <Badge color="red" variant="filled" size="sm" aria-hidden>
              {faults}
            </Badge>
          )
        }
        onClick={() => publishing.publish()}
      >
        {isPublished && !differs ? 'Published' : startsByItself ? 'Go live' : 'Publish'}
      </Button>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions for the spinner">
            <Ellipsis size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<FlaskConical size={16} aria-hidden />}
            disabled={obstructed}
            onClick={() => void saved().then(rehearsal.open)}
          >
            Rehearse the draft
          </Menu.Item>
          <Menu.Item
            leftSection={<Copy size={16} aria-hidden />}
            onClick={() => void saved().then(() => duplicate.mutate(spinner.id, { onSuccess: open }))}
          >
            Duplicate
          </Menu.Item>
          <Menu.Item leftSection={<History size={16} aria-hidden />} onClick={versions.open}>
            Versions
          </Menu.Item>
          {isPublished && spinner.paused === null && (
            <Menu.Item leftSection={<CirclePause size={16} aria-hidden />} onClick={() => pause()}>
              Pause spinner and jobs
            </Menu.Item>
          )}
          {isPublished && (
            <Menu.Item leftSection={<CloudOff size={16} aria-hidden />} onClick={askToUnpublish}>
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
            {isPublished ? 'Delete (unpublish the spinner first)' : 'Delete'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <VersionsDialog draft={draft} state={state} opened={versionsOpened} onClose={versions.close} />
      {rehearsing && (
        <RehearseDraft
          spinnerId={spinner.id}
          dataTableId={spinner.dataTableId}
          draft={{ steps: stepsOf(state.edited), metadataColumns: [...columns] }}
          onClose={rehearsal.close}
        />
      )}
      {run.dialog}
      {publishing.dialog}
    </>
  )
}
