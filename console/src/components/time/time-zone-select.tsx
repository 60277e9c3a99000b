import { Select } from '@mantine/core'
import { t } from '../../languages/text.ts'

/** Current names of time zones that browsers list under outdated names, which users would not search for. */
const presentNames: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
}
const listed = Intl.supportedValuesOf('timeZone').map((zone) => presentNames[zone] ?? zone)
const zones = [...new Set(['UTC', ...listed])]

/** A select field for a time zone. It offers the time zones that the browser knows and the present choice. */
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
      nothingFoundMessage={t('No time zone has this name')}
      allowDeselect={false}
      disabled={disabled}
      data={(zones.includes(value) ? zones : [value, ...zones]).map((zone) => ({
        value: zone,
        label: zone.replaceAll('_', ' '),
      }))}
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  )
}
