import { Paper, Text, Title, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { branchesOf, stepsWithPlaces } from '../branches.ts'
import { type StepDraft, stepOf } from '../step-draft.ts'
import { typeOf } from '../types/step-types.ts'
import classes from './step-map.module.css'

/** The number of steps from which a spinner has a map, because its list no longer fits a screen. */
const minSteps = 6

interface MapProps {
  readonly steps: readonly StepDraft[]
  readonly faulty: ReadonlyMap<string, unknown>
}

/**
 * A small drawing of the ways through a spinner, with its branches side by side. A click on a step leads to
 * the step in the list. Renders nothing for a short spinner.
 */
export function StepMap({
  steps,
  faulty,
  on,
}: MapProps & {
  /** The screens on which this map is shown, because wide and narrow screens have it in different places. */
  on: 'wide' | 'narrow'
}) {
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const placed = stepsWithPlaces(steps)
  if (placed.length < minSteps || isWide !== (on === 'wide')) return null
  const paths = new Map(placed.map(({ step, path }) => [step.key, path]))
  return (
    <Paper withBorder component="section" aria-labelledby="map" mb="md">
      <Title order={2} size="sm" fw={600} id="map" px="sm" pt="xs">
        Map of the branches
      </Title>
      <div className={classes['map']}>
        <Branch steps={steps} faulty={faulty} paths={paths} />
      </div>
    </Paper>
  )
}

/** The steps of one list from top to bottom, each branching step with its branches side by side below it. */
function Branch({ steps, faulty, paths }: MapProps & { paths: ReadonlyMap<string, string> }) {
  return (
    <ol className={classes['way']}>
      {steps.map((step) => {
        const branches = branchesOf(step)
        return (
          <li key={step.key} className={classes['item']}>
            <Node step={step} path={paths.get(step.key) ?? ''} isFaulty={faulty.has(step.key)} />
            {branches.length > 0 && (
              <ul className={classes['branches']}>
                {branches.map((branch) => (
                  <li key={branch.key} className={classes['branch']}>
                    <Text size="xs" fw={600} className={classes['name'] ?? ''}>
                      {branch.key === 'else' ? 'Else' : branch.name || 'Unnamed'}
                    </Text>
                    {branch.steps.length > 0 && <Branch steps={branch.steps} faulty={faulty} paths={paths} />}
                  </li>
                ))}
              </ul>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function Node({ step, path, isFaulty }: { step: StepDraft; path: string; isFaulty: boolean }) {
  const { label, icon: Icon, color } = typeOf(step)
  const text = textOf(step)
  return (
    <UnstyledButton
      className={classes['node'] ?? ''}
      data-faulty={isFaulty || undefined}
      title={text}
      onClick={() => showStep(step.key)}
    >
      <Icon size={14} color={`var(--mantine-color-${color}-text)`} style={{ flex: 'none' }} aria-hidden />
      <VisuallyHidden>
        Go to step {path}, {label}
        {isFaulty && ' with errors'}:{' '}
      </VisuallyHidden>
      <Text span size="xs" truncate>
        {text}
      </Text>
    </UnstyledButton>
  )
}

/** Returns the text of a step on the map: its name, or else its summary if it does not branch. */
function textOf(draft: StepDraft): string {
  const step = stepOf(draft)
  const { label, branching, nameOf, summaryOf } = typeOf(step)
  if (branching !== null) return label
  return (nameOf ?? summaryOf)(step) || label
}

/**
 * Scrolls to the card of a step in the list, and moves the focus to the button that opens the card. A card for
 * viewers has no such button and gets the focus itself.
 */
function showStep(key: string): void {
  const card = document.querySelector<HTMLElement>(`[data-step="${CSS.escape(key)}"]`)
  if (card === null) return
  card.scrollIntoView({ block: 'center' })
  const target = card.querySelector<HTMLElement>('[data-toggle]') ?? card
  target.focus({ preventScroll: true })
}
