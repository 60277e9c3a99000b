import { Group, NumberInput, SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import type { Sender } from '../../api/schema.ts'
import { GuideLink } from '../../components/guide/guide-link.tsx'
import { TimeZoneSelect } from '../../components/time/time-zone-select.tsx'
import { t } from '../../languages/text.ts'

type Limits = Sender['limits']

const defaultRamp = { start: 20, add: 20, everyDays: 1 }

/** Fields for the sending limits of a sender. */
export function LimitFields({ limits, onChange }: { limits: Limits; onChange: (limits: Limits) => void }) {
  const { dailyLimit, gapSeconds, ramp, timeZone } = limits
  const set = (changes: Partial<Limits>) => onChange({ ...limits, ...changes })
  const rampField = (name: keyof typeof defaultRamp, label: string) =>
    ramp && (
      <RampField
        label={label}
        value={ramp[name]}
        onChange={(value) => set({ ramp: { ...ramp, [name]: value } })}
      />
    )
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NumberInput
          label={t('Messages a day')}
          placeholder={t('No limit')}
          min={1}
          max={1_000_000}
          allowDecimal={false}
          value={dailyLimit ?? ''}
          onChange={(value) =>
            set(value === '' ? { dailyLimit: null, ramp: null } : { dailyLimit: Number(value) })
          }
        />
        <NumberInput
          label={t('Seconds between the sender’s messages')}
          description={t('Between messages, a random delay of up to the same number of seconds is added.')}
          inputWrapperOrder={['label', 'input', 'description']}
          min={0}
          max={86_400}
          allowDecimal={false}
          value={gapSeconds}
          onChange={(value) => set({ gapSeconds: Number(value) || 0 })}
        />
      </SimpleGrid>
      <TimeZoneSelect
        label={t('Time zone')}
        description={t('The daily limit of the sender starts again at midnight in this time zone.')}
        value={timeZone}
        onChange={(chosen) => set({ timeZone: chosen })}
      />
      <Switch
        label={t('Start with few messages and send more each day')}
        disabled={dailyLimit === null}
        checked={ramp !== null}
        onChange={({ currentTarget }) =>
          set({
            ramp: currentTarget.checked
              ? { ...defaultRamp, start: Math.min(defaultRamp.start, dailyLimit ?? defaultRamp.start) }
              : null,
          })
        }
      />
      <Text size="sm">
        <GuideLink page="use/sender-limits" />
      </Text>
      {ramp !== null && (
        <Group grow align="flex-end">
          {rampField('start', t('Messages on the first day'))}
          {rampField('add', t('Messages added each time'))}
          {rampField('everyDays', t('Days between increases'))}
        </Group>
      )}
    </Stack>
  )
}

/** A required number. The field may be empty while the user types, and shows its last number when the user leaves it. */
function RampField({
  label,
  value,
  onChange,
}: {
  label: string
  value: number
  onChange: (value: number) => void
}) {
  const [isEmpty, setIsEmpty] = useState(false)
  return (
    <NumberInput
      label={label}
      min={1}
      allowDecimal={false}
      value={isEmpty ? '' : value}
      onChange={(typed) => {
        setIsEmpty(typed === '')
        if (typed !== '') onChange(Number(typed))
      }}
      onBlur={() => setIsEmpty(false)}
    />
  )
}
