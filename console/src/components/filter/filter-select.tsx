import { Select } from '@mantine/core'
import { inSentence } from '../../languages/in-sentence.ts'
import { t } from '../../languages/text.ts'
import { useSearchParam } from '../search-param.ts'

/**
 * A select field that restricts a list by a URL parameter of the page. An empty field shows the whole list.
 */
export function FilterSelect({
  label,
  param,
  options,
  everything,
  isSearchable = false,
  placeholder = t('All'),
  maxWidth,
}: {
  label: string
  param: string
  options: readonly { readonly value: string; readonly label: string }[]
  /** The accessible name of the button that clears the filter. */
  everything: string
  isSearchable?: boolean
  /** The text of the empty field. */
  placeholder?: string
  maxWidth: number
}) {
  const [value, setValue] = useSearchParam(param)
  return (
    <Select
      label={label}
      placeholder={placeholder}
      data={[...options]}
      value={value ?? null}
      onChange={(next) => setValue(next ?? undefined)}
      searchable={isSearchable}
      nothingFoundMessage={isSearchable ? t('No matching {label}', { label: inSentence(label) }) : undefined}
      clearable
      clearButtonProps={{ 'aria-label': everything }}
      flex="1 1 9rem"
      maw={maxWidth}
    />
  )
}
