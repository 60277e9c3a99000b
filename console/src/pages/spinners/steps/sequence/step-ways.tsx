import { Badge, Group, Text } from '@mantine/core'
import { CornerDownRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { type StepDraft, stepOf } from '../step-draft.ts'
import { typeOf } from '../types/step-types.ts'
import type { FiguresOf } from '../use-arm-figures.ts'
import { type Way, waysOf } from '../ways.ts'
import classes from './step-ways.module.css'

/** The branches of a branch or split step, one below the other, each with its steps. */
export function StepWays({
  step,
  path,
  figuresOf,
  renderSteps,
}: {
  step: StepDraft
  path: string
  figuresOf: FiguresOf
  /** Returns the list of the steps in a branch with this name. */
  renderSteps: (way: Way<StepDraft>, name: string) => ReactNode
}) {
  const ways = waysOf(step)
  if (ways.length === 0) return null
  const stored = stepOf(step)
  const { wayOf } = typeOf(step)
  return (
    <div className={classes['ways']}>
      {ways.map((way, index) => {
        const { condition = null, share = null } = wayOf?.(stored, index) ?? {}
        const figures = share === null ? undefined : figuresOf(path, way.name)
        const name = way.key === 'else' ? 'Else' : way.name === '' ? 'Unnamed' : way.name
        return (
          <section
            key={way.key}
            className={classes['way']}
            aria-label={`Branch ${name} of step ${path}`}
            data-way={way.key}
          >
            <Group gap={6} wrap="nowrap" align="baseline" className={classes['wayname']}>
              <CornerDownRight size={14} aria-hidden style={{ flex: 'none', alignSelf: 'center' }} />
              <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Text>
              {share !== null && (
                <Badge
                  variant="light"
                  color="pink"
                  tt="none"
                  style={{ flex: 'none' }}
                  c="var(--mantine-color-text)"
                >
                  {share} %
                </Badge>
              )}
              {figures !== undefined && (
                <Text size="xs" c="dimmed" className="numbers" truncate>
                  Latest job: {figures.in.toLocaleString('en')} recipients,{' '}
                  {figures.replied.toLocaleString('en')} replied
                </Text>
              )}
              {condition !== null && (
                <Text size="sm" c="dimmed" truncate>
                  {condition}
                </Text>
              )}
            </Group>
            {way.steps.length === 0 && (
              <Text size="sm" c="dimmed" mt={4}>
                {way.key === 'else'
                  ? 'Records that take no other branch continue with the next step.'
                  : 'Records that take this branch continue with the next step.'}
              </Text>
            )}
            {renderSteps(way, name)}
          </section>
        )
      })}
    </div>
  )
}
