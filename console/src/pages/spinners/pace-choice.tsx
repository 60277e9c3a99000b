import { Group, NumberInput, Stack, Switch, Text } from '@mantine/core'
import { maxPacePerDay } from '../../api/limits.ts'
import type { Spinner } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'

type Pace = Spinner['pace']

/** Returns a pace in one line, for the list of settings and for comparisons of versions. */
export function paceWords(pace: Pace): string {
  const { maxNewPerDay, maxPerDay } = pace ?? {}
  const parts = [
    ...(maxNewPerDay === undefined
      ? []
      : [t('{maxNewPerDay, plural, one {# new person a day} other {# new people a day}}', { maxNewPerDay })]),
    ...(maxPerDay === undefined
      ? []
      : [t('{maxPerDay, plural, one {# message a day} other {# messages a day}}', { maxPerDay })]),
  ]
  return parts.length === 0 ? t('No daily limit') : parts.join(', ')
}

/** Returns why a pace cannot be saved; null if it can. */
export function paceFault(pace: Pace): string | null {
  if (pace === null) return null
  const numbers = [pace.maxNewPerDay, pace.maxPerDay].filter((number) => number !== undefined)
  if (numbers.length === 0) return t('Enter at least one of the two numbers.')
  return numbers.every((number) => number >= 1 && number <= maxPacePerDay)
    ? null
    : t('Enter numbers from 1 to {maxPacePerDay, number}.', { maxPacePerDay })
}

/** Edits the pace of a spinner: how many new people, and how many messages, it takes on in a day. */
export function PaceChoice({ pace, onChange }: { pace: Pace; onChange: (pace: Pace) => void }) {
  const fault = paceFault(pace)
  return (
    <Stack gap="sm">
      <Switch
        label={t('Write to a limited number of people a day')}
        checked={pace !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? { maxNewPerDay: 40 } : null)}
      />
      {pace !== null && (
        <Group align="flex-start">
          <PaceNumber
            label={t('New people a day')}
            description={t('People who get their first message')}
            value={pace.maxNewPerDay}
            onChange={(maxNewPerDay) => onChange(paceWith(pace, { maxNewPerDay }))}
          />
          <PaceNumber
            label={t('Messages a day')}
            description={t('First messages and follow-ups')}
            value={pace.maxPerDay}
            onChange={(maxPerDay) => onChange(paceWith(pace, { maxPerDay }))}
          />
        </Group>
      )}
      {fault !== null && (
        <Text size="sm" c="red" role="alert">
          {fault}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t(
          'The numbers count all jobs of this spinner. Follow-ups go first, and new people wait for the next day. The limits of your senders apply as well.',
        )}
      </Text>
    </Stack>
  )
}

function PaceNumber({
  label,
  description,
  value,
  onChange,
}: {
  label: string
  description: string
  value: number | undefined
  onChange: (number: number | undefined) => void
}) {
  return (
    <NumberInput
      label={label}
      description={description}
      placeholder={t('No limit')}
      w={240}
      min={1}
      max={maxPacePerDay}
      allowDecimal={false}
      value={value ?? ''}
      onChange={(number) => onChange(number === '' ? undefined : Number(number))}
    />
  )
}

/** Returns a pace with other numbers. A number that is not set stays out of it. */
function paceWith(
  pace: NonNullable<Pace>,
  changes: { readonly [Name in keyof NonNullable<Pace>]: number | undefined },
): Pace {
  const { maxNewPerDay, maxPerDay } = { ...pace, ...changes }
  return {
    ...(maxNewPerDay === undefined ? {} : { maxNewPerDay }),
    ...(maxPerDay === undefined ? {} : { maxPerDay }),
  }
}
