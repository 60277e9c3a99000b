import { Input, NumberInput, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { maxGoalDays, maxHoldoutPercent } from '../../api/limits.ts'
import type { Where } from '../../api/schema.ts'
import { canonical } from '../../components/settings/canonical.ts'
import { t } from '../../languages/text.ts'
import { daysFault, type Goal, holdoutFault } from './goal-words.ts'
import { RadioChoice } from './radio-choice.tsx'
import { useOfferedSegments } from './steps/where/leaf-select.tsx'
import { SegmentSelect } from './steps/where/segment-select.tsx'
import { blankComparison, draftOfWhere, faultsOfWhere, whereOf } from './steps/where/where-draft.ts'
import { WhereFields } from './steps/where/where-fields.tsx'

type Kind = 'none' | 'reply' | 'where' | 'segment'

const kinds: Readonly<Record<Kind, { label: string; means: string }>> = {
  none: { label: t('No goal'), means: t('The results count replies and other reactions only.') },
  reply: { label: t('A reply'), means: t('Automatic replies do not count.') },
  where: {
    label: t('The record meets a condition'),
    means: t('For example, the status is won. The record must begin to meet it after the first message.'),
  },
  segment: {
    label: t('The record enters a segment'),
    means: t('The record must begin to belong to it after the first message.'),
  },
}

function kindOf(goal: Goal | null): Kind {
  if (goal === null) return 'none'
  if (goal.segmentId !== undefined) return 'segment'
  return goal.where === undefined ? 'reply' : 'where'
}

/** Edits the goal of a spinner: a reply, a condition on the record or a segment within some days, and the holdout. */
export function GoalChoice({
  dataTableId,
  columns,
  goal,
  onChange,
}: {
  dataTableId: string
  /** The columns that the spinner may use. */
  columns: readonly string[]
  goal: Goal | null
  onChange: (goal: Goal | null) => void
}) {
  const [firstSegment] = useOfferedSegments({ dataTableId })
  const { segment, ...others } = kinds
  const isOffered = firstSegment !== undefined || goal?.segmentId !== undefined
  const choose = (kind: Kind) => {
    const withinDays = goal?.withinDays ?? 14
    const holdout = goal?.holdoutPercent === undefined ? {} : { holdoutPercent: goal.holdoutPercent }
    if (kind === 'none') onChange(null)
    else if (kind === 'reply') onChange({ event: 'message.replied', withinDays })
    else if (kind === 'where') onChange({ where: whereOf(blankComparison(columns)), withinDays, ...holdout })
    else onChange({ segmentId: firstSegment?.id ?? '', withinDays, ...holdout })
  }
  return (
    <Stack gap="md">
      <RadioChoice<Kind>
        label={t('What a recipient must do to reach the goal')}
        words={isOffered ? { ...others, segment } : (others as typeof kinds)}
        value={kindOf(goal)}
        onChange={choose}
      />
      {goal?.where !== undefined && (
        <ConditionOfGoal
          dataTableId={dataTableId}
          columns={columns}
          where={goal.where}
          onChange={(where) => onChange({ ...goal, where })}
        />
      )}
      {goal?.segmentId !== undefined && (
        <SegmentSelect
          label={t('The segment')}
          dataTableId={dataTableId}
          segmentId={goal.segmentId}
          onChange={(segmentId) => onChange({ ...goal, segmentId })}
        />
      )}
      {goal !== null && (
        <NumberInput
          label={t('Days after the first message')}
          w={220}
          min={1}
          max={maxGoalDays}
          allowDecimal={false}
          value={goal.withinDays === 0 ? '' : goal.withinDays}
          error={daysFault(goal)}
          onChange={(days) => onChange({ ...goal, withinDays: Number(days) })}
        />
      )}
      {goal !== null && goal.event === undefined && <HoldoutFields goal={goal} onChange={onChange} />}
      <Text size="sm" c="dimmed">
        {t('The results count the people who reached the goal, by step, branch, sender and week.')}
      </Text>
    </Stack>
  )
}

/** Edits the condition of a goal. */
function ConditionOfGoal({
  dataTableId,
  columns,
  where,
  onChange,
}: {
  dataTableId: string
  columns: readonly string[]
  where: Where
  onChange: (where: Where) => void
}) {
  const [edited, setEdited] = useState(() => draftOfWhere(where))
  // Follows changes from elsewhere, such as an undo. Keeps the keys of the fields while the user edits them.
  const draft = canonical(whereOf(edited)) === canonical(where) ? edited : draftOfWhere(where)
  return (
    <Stack gap={4}>
      <Input.Label component="span">{t('Condition that the record must meet')}</Input.Label>
      <WhereFields
        where={draft}
        place="where"
        dataTableId={dataTableId}
        columns={columns}
        faults={new Map(faultsOfWhere(draft, 'where'))}
        onChange={(changed) => {
          setEdited(changed)
          onChange(whereOf(changed))
        }}
      />
    </Stack>
  )
}

/** Edits the share of records that get no message. */
function HoldoutFields({ goal, onChange }: { goal: Goal; onChange: (goal: Goal) => void }) {
  const { holdoutPercent, ...rest } = goal
  return (
    <>
      <Switch
        label={t('Compare with people who get no message')}
        description={t(
          'A share of the records gets no e-mail of this spinner, in none of its jobs. The results show how many of them reach the goal anyway.',
        )}
        checked={holdoutPercent !== undefined}
        onChange={({ currentTarget: { checked } }) =>
          onChange(checked ? { ...goal, holdoutPercent: 10 } : rest)
        }
      />
      {holdoutPercent !== undefined && (
        <NumberInput
          label={t('Share without messages')}
          suffix=" %"
          w={220}
          min={1}
          max={maxHoldoutPercent}
          allowDecimal={false}
          value={holdoutPercent === 0 ? '' : holdoutPercent}
          error={holdoutFault(goal)}
          onChange={(percent) => onChange({ ...goal, holdoutPercent: Number(percent) })}
        />
      )}
    </>
  )
}
