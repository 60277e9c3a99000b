import { Select } from '@mantine/core'

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** One of the zones that the browser knows, or the one that is chosen already. */
export function TimeZoneSelect({
  label,
  description,
  value,
  disabled = false,
  onChange,
}: {
  label: string
  description: string
  value: string
  disabled?: boolean
  onChange: (timeZone: string) => void
}) {
  return (
    <Select
      label={label}
      description={description}
      searchable
      nothingFoundMessage="No time zone of this name"
      allowDeselect={false}
      disabled={disabled}
      data={zones.includes(value) ? zones : [value, ...zones]}
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  )
}
