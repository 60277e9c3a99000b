import { NativeSelect, SegmentedControl } from '@mantine/core'

/** Chooses one of a few options: side by side, or in a list on phones, where they have no room. */
export function ChoiceBar({
  label,
  data,
  value,
  onChange,
}: {
  label: string
  data: readonly { readonly value: string; readonly label: string }[]
  value: string
  onChange: (value: string) => void
}) {
  const shared = { 'aria-label': label, data: [...data], value }
  return (
    <>
      <SegmentedControl visibleFrom="sm" {...shared} onChange={onChange} />
      <NativeSelect
        hiddenFrom="sm"
        {...shared}
        onChange={({ currentTarget: { value: chosen } }) => onChange(chosen)}
      />
    </>
  )
}
