import { Badge, Group, Text } from '@mantine/core'
import { t } from '../../../../languages/text.ts'
import { type Branch, nameOfBranch } from '../branches.ts'
import { type StepDraft, stepOf } from '../step-draft.ts'
import { typeOf } from '../types/step-types.ts'
import classes from './canvas.module.css'
import type { CanvasContext } from './canvas-context.ts'

/** The name of a branch with its condition or share, and the recipients that took it. */
export function BranchHead({
  step,
  branch,
  index,
  path,
  context: { figuresOf, records, faults, names },
}: {
  step: StepDraft
  branch: Branch<StepDraft>
  /** The position of the branch in its step, counted from 0. */
  index: number
  /** The place of the step in words. */
  path: string
  context: CanvasContext
}) {
  const { condition = null, share = null } = typeOf(step).labelOfBranch?.(stepOf(step), index, names) ?? {}
  const count = faults.has(step.key) ? undefined : records.ofSteps.get(step.key)?.[index]
  const figures = share === null ? undefined : figuresOf(path, branch.name)
  return (
    <div className={classes['head']}>
      <Group gap={6} wrap="nowrap" align="baseline">
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {nameOfBranch(branch)}
        </Text>
        {share !== null && (
          <Badge variant="light" color="pink" tt="none" flex="none">
            {share} %
          </Badge>
        )}
        {condition !== null && (
          <Text size="xs" c="dimmed" truncate title={condition}>
            {condition}
          </Text>
        )}
        {count != null && (
          <Text size="xs" ml="auto" pl="xs" flex="none" className="numbers" data-records>
            {t('{count, plural, one {# record} other {# records}}', { count })}
          </Text>
        )}
      </Group>
      {figures !== undefined && (
        <Text size="xs" c="dimmed" className="numbers">
          {t('Latest job: {reached, number} recipients, {replied, number} replied', {
            reached: figures.reached,
            replied: figures.replied,
          })}
        </Text>
      )}
    </div>
  )
}
