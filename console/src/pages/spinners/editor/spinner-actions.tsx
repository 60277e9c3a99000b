import { Badge, Button } from '@mantine/core'
import { Play, Rocket } from 'lucide-react'
import { askToConfirm } from '../../../components/dialog/ask-to-confirm.tsx'
import { ForEditors } from '../../../components/for-editors.tsx'
import { t } from '../../../languages/text.ts'
import type { Draft } from '../draft/draft.ts'
import { differsFromPublished, hasFaultySettings, isConflict } from '../draft/draft-state.ts'
import { useDraftPart } from '../draft/use-draft.ts'
import { usePublishing } from '../publish/use-publishing.tsx'
import { useRun } from '../run/use-run.tsx'
import { RehearseButton } from './rehearse-button.tsx'
import { SpinnerMenu } from './spinner-menu.tsx'
import { TestButton } from './test-button.tsx'

const correctFirst = t('Correct the name and the marked settings first')

/** The actions for a whole spinner. Problems of publishing are passed to the page. */
export function SpinnerActions({
  draft,
  faults,
  columns,
  onProblem,
}: {
  draft: Draft
  /** The number of faults in the steps that prevent publishing the spinner. */
  faults: number
  columns: readonly string[]
  onProblem: (error: unknown) => void
}) {
  const spinner = useDraftPart(draft, ({ stored }) => stored.spinner)
  const isFaulty = useDraftPart(draft, ({ edited }) => hasFaultySettings(edited))
  const hasConflict = useDraftPart(draft, isConflict)
  const differs = useDraftPart(draft, differsFromPublished)
  const starts = useDraftPart(draft, ({ edited }) => edited.starts)
  const obstructed = faults > 0 || hasConflict || isFaulty
  const run = useRun()
  const publishing = usePublishing(draft, onProblem)
  const isPublished = spinner.status === 'published'
  // Whether publishing makes the spinner start automatically for the first time, so that the dialog says so.
  const startsByItself = starts.on !== 'call' && spinner.automaticStarts === null
  return (
    <ForEditors>
      <RehearseButton draft={draft} obstructed={obstructed} columns={columns} />
      <TestButton draft={draft} obstructed={obstructed} onProblem={onProblem} />
      {isPublished ? (
        <Button
          variant="default"
          leftSection={<Play size={16} aria-hidden />}
          onClick={() => run.ask({ ...spinner, differs })}
        >
          {t('Run')}
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
              askToPublish(() =>
                publishing.publish(() => run.ask({ ...draft.state().stored.spinner, differs: false })),
              )
            }
          >
            {t('Publish and run')}
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
        {isPublished && !differs ? t('Published') : startsByItself ? t('Go live') : t('Publish')}
      </Button>
      <SpinnerMenu draft={draft} />
      {run.dialog}
      {publishing.dialog}
    </ForEditors>
  )
}

/** Asks whether the spinner is published before a run of it is chosen. */
function askToPublish(onConfirm: () => void): void {
  askToConfirm({
    title: t('Publish the spinner?'),
    text: t(
      'People who trigger the spinner then run this version. After that you see whom a run writes to, and confirm it.',
    ),
    action: t('Publish'),
    onConfirm,
  })
}
