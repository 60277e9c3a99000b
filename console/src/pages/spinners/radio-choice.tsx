import { Radio, Stack } from '@mantine/core'

/** A choice between values that are explained below their names. */
export function RadioChoice<Value extends string>({
  label,
  words,
  value,
  onChange,
}: {
  /** The accessible name of the choice. */
  label: string
  words: Readonly<Record<Value, { readonly label: string; readonly means: string }>>
  value: Value
  onChange: (value: Value) => void
}) {
  const values = Object.keys(words) as Value[]
  return (
    <Radio.Group
      aria-label={label}
      value={value}
      onChange={(chosen) => {
        const known = values.find((one) => one === chosen)
        if (known !== undefined) onChange(known)
      }}
    >
      <Stack gap="sm">
        {values.map((one) => (
          <Radio key={one} value={one} label={words[one].label} description={words[one].means} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
