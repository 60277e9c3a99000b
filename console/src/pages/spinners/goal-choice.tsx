import { NumberInput, Stack, Switch, Text } from '@mantine/core'
import { maxGoalDays } from '../../api/limits.ts'
import type { Spinner } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'

type Goal = Spinner['goal']

export function goalWords(goal: Goal): string {
  if (goal === null) return t('No goal')
  return t('A reply within {days, plural, one {# day} other {# days}} of the first message', {
    days: goal.withinDays,
  })
}

export function goalFault(goal: Goal): string | null {
  if (goal === null || (goal.withinDays >= 1 && goal.withinDays <= maxGoalDays)) return null
  return t('Enter a number of days from 1 to {maxGoalDays}', { maxGoalDays })
}

/** Edits the goal of a spinner: no goal, or a reply within some days. */
export function GoalChoice({ goal, onChange }: { goal: Goal; onChange: (goal: Goal) => void }) {
  return (
    <Stack gap="sm">
      <Switch
        label={t('A reply is the goal of this spinner')}
        checked={goal !== null}
        onChange={(event) =>
          onChange(event.currentTarget.checked ? { event: 'message.replied', withinDays: 14 } : null)
        }
      />
      {goal !== null && (
        <NumberInput
          label={t('Days after the first message')}
          w={220}
          min={1}
          max={maxGoalDays}
          allowDecimal={false}
          value={goal.withinDays === 0 ? '' : goal.withinDays}
          error={goalFault(goal)}
          onChange={(days) => onChange({ ...goal, withinDays: Number(days) })}
        />
      )}
      <Text size="sm" c="dimmed">
        {t(
          'The results count the people who reached the goal, by step, branch, sender and week. Automatic replies do not count.',
        )}
      </Text>
    </Stack>
  )
}
