import { Checkbox, Chip, Group, Stack, Text, TextInput } from '@mantine/core'
import type { Spinner } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'

export type SendWindow = NonNullable<Spinner['sendWindow']>

const days = [t('Mon'), t('Tue'), t('Wed'), t('Thu'), t('Fri'), t('Sat'), t('Sun')] as const

const workdays: SendWindow = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', zone: {} }

/** Returns a send window in one line, for comparisons of versions. */
export function windowWords(window: SendWindow | null): string {
  if (window === null) return t('Send at any time')
  const named = days.filter((_, index) => window.days.includes(index + 1)).join(', ')
  const { column, phone } = window.zone
  const zones = [...(column === undefined ? [] : [column]), ...(phone === undefined ? [] : [phone])]
  const zone = zones.length === 0 ? t('the organization') : zones.join(t(', else '))
  return t('Send on {named} from {from} to {to}, in the time zone of {zone}', {
    named,
    from: window.from,
    to: window.to,
    zone,
  })
}

/** Returns why a send window cannot be saved; null if it can. */
export function windowFault(window: SendWindow | null): string | null {
  if (window === null) return null
  if (window.days.length === 0) return t('Choose at least one day on which messages are sent.')
  const isTime = (text: string) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)
  if (!isTime(window.from) || !(isTime(window.to) || window.to === '24:00'))
    return t('Write the sending hours as 09:00.')
  return window.from < window.to ? null : t('The sending hours must end later than they begin.')
}

export function WindowChoice({
  value,
  onChange,
}: {
  value: SendWindow | null
  onChange: (window: SendWindow | null) => void
}) {
  const fault = windowFault(value)
  return (
    <div>
      <Checkbox
        checked={value !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? workdays : null)}
        label={t('Send only at certain hours')}
        description={t(
          'The hours are in the time zone of the person. Messages that are due at other times wait.',
        )}
      />
      {value !== null && (
        <Stack gap="sm" mt="md">
          <Chip.Group
            multiple
            value={value.days.map(String)}
            onChange={(chosen) => onChange({ ...value, days: chosen.map(Number).toSorted((a, b) => a - b) })}
          >
            <Group gap={4} role="group" aria-label={t('Days')}>
              {days.map((day, index) => (
                <Chip key={day} value={String(index + 1)} size="xs">
                  {day}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <Group grow>
            <TextInput
              label={t('Send from')}
              value={value.from}
              onChange={(event) => onChange({ ...value, from: event.currentTarget.value.trim() })}
            />
            <TextInput
              label={t('Send until')}
              value={value.to}
              onChange={(event) => onChange({ ...value, to: event.currentTarget.value.trim() })}
            />
          </Group>
          <ZoneColumn
            label={t('Column with the person’s time zone')}
            description={t('This column contains time zone names such as Asia/Kathmandu.')}
            value={value.zone.column}
            onChange={(column) => onChange({ ...value, zone: zoneWith(value, { column }) })}
          />
          <ZoneColumn
            label={t('Column with the person’s phone number')}
            description={t(
              'If the time zone is empty, the country of the phone number decides the time zone.',
            )}
            value={value.zone.phone}
            onChange={(phone) => onChange({ ...value, zone: zoneWith(value, { phone }) })}
          />
          {fault !== null && (
            <Text size="sm" c="red" role="alert">
              {fault}
            </Text>
          )}
        </Stack>
      )}
    </div>
  )
}

function ZoneColumn({
  label,
  description,
  value = '',
  onChange,
}: {
  label: string
  description: string
  value: string | undefined
  onChange: (column: string) => void
}) {
  return (
    <TextInput
      label={label}
      description={description}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Returns the columns from which a send window takes the time zone of a recipient, without empty names. */
function zoneWith({ zone }: SendWindow, changes: SendWindow['zone']): SendWindow['zone'] {
  const { column = '', phone = '' } = { ...zone, ...changes }
  return { ...(column === '' ? {} : { column }), ...(phone === '' ? {} : { phone }) }
}
