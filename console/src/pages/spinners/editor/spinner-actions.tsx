import { Badge, Button } from '@mantine/core'
import { Play, Rocket } from 'lucide-react'
import { ForEditors } from '../../../components/for-editors.tsx'
import type { Draft } from '../draft/draft.ts'
import { type DraftState, differsFromPublished, hasFaultySettings, isConflict } from '../draft/draft-state.ts'
import { usePublishing } from '../publish/use-publishing.tsx'
import { useRun } from '../run/use-run.tsx'
import { SpinnerMenu } from './spinner-menu.tsx'

const correctFirst = 'Correct the name and the marked settings first'

/** The actions for a whole spinner. Problems of publishing are passed to the page. */
export function SpinnerActions({
  draft,
  state,
  faults,
  columns,
  onProblem,
}: {
  draft: Draft
  state: DraftState
  /** The number of faults in the steps that prevent publishing the spinner. */
  faults: number
  columns: readonly string[]
  onProblem: (error: unknown) => void
}) {
  const { spinner } = state.stored
  const isFaulty = hasFaultySettings(state.edited)
  const obstructed = faults > 0 || isConflict(state) || isFaulty
  const run = useRun()
  const publishing = usePublishing(draft, onProblem)
  const isPublished = spinner.status === 'published'
  const differs = differsFromPublished(state)
  // Whether publishing makes the spinner start automatically for the first time, so that the dialog says so.
  const startsByItself = state.edited.starts.on !== 'call' && spinner.automaticStarts === null
  return (
    <ForEditors reason="Only editors, admins and owners can change, publish or run spinners.">
      {isPublished ? (
        <Button
          variant="default"
          leftSection={<Play size={16} aria-hidden />}
          onClick={() => run.ask({ ...spinner, differs })}
        >
          Run
        </Button>
      ) : (
        !startsByItself && (
          <Button
            variant="default"
            leftSection={<Play size={16} aria-hidden />}
            loading={publishing.isPending}
            disabled={obstructed}
            title={isFaulty ? correctFirst : undefined}
            aria-describedby={obstructed ? 'obstacles' : undefined}
            onClick={() =>
              publishing.publish(() => run.ask({ ...draft.state().stored.spinner, differs: false }))
            }
          >
            Publish and run
          </Button>
        )
      )}
      <Button
        leftSection={<Rocket size={16} aria-hidden />}
        loading={publishing.isPending}
        disabled={obstructed || (isPublished && !differs)}
        title={isFaulty ? correctFirst : undefined}
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
      <SpinnerMenu draft={draft} state={state} obstructed={obstructed} columns={columns} />
      {run.dialog}
      {publishing.dialog}
    </ForEditors>
  )
}
