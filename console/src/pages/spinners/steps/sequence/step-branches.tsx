import { Badge, Group, Text } from '@mantine/core'
import { CornerDownRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Branch, branchesOf } from '../branches.ts'
import { type StepDraft, stepOf } from '../step-draft.ts'
import { typeOf } from '../types/step-types.ts'
import type { FiguresOf } from '../use-split-figures.ts'
import classes from './step-branches.module.css'

/** The branches of a branch or split step, one below the other, each with its steps. */
export function StepBranches({
  step,
  path,
  figuresOf,
  renderSteps,
}: {
  step: StepDraft
  path: string
  figuresOf: FiguresOf
  /** Returns the list of the steps in a branch with this name. */
  renderSteps: (branch: Branch<StepDraft>, name: string) => ReactNode
}) {
  const branches = branchesOf(step)
  if (branches.length === 0) return null
  const stored = stepOf(step)
  const { labelOfBranch: wayOf } = typeOf(step)
  return (
    <div className={classes['ways']}>
      {branches.map((branch, index) => {
        const { condition = null, share = null } = wayOf?.(stored, index) ?? {}
        const figures = share === null ? undefined : figuresOf(path, branch.name)
        const name = branch.key === 'else' ? 'Else' : branch.name === '' ? 'Unnamed' : branch.name
        return (
          <section
            key={branch.key}
            className={classes['way']}
            aria-label={`Branch ${name} of step ${path}`}
            data-branch={branch.key}
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
                  Latest job: {figures.reached.toLocaleString('en')} recipients,{' '}
                  {figures.replied.toLocaleString('en')} replied
                </Text>
              )}
              {condition !== null && (
                <Text size="sm" c="dimmed" truncate>
                  {condition}
                </Text>
              )}
            </Group>
            {branch.steps.length === 0 && (
              <Text size="sm" c="dimmed" mt={4}>
                {branch.key === 'else'
                  ? 'Records that take no other branch continue with the next step.'
                  : 'Records that take this branch continue with the next step.'}
              </Text>
            )}
            {renderSteps(branch, name)}
          </section>
        )
      })}
    </div>
  )
}
