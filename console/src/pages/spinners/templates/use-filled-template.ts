import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ColumnReplacement, templatePreviewQuery } from '../../../api/spinner/spinner-templates.ts'

/**
 * Keeps the columns that the user chooses for a template, and reads the template as it is with them. The choices are
 * forgotten when another template or data table is chosen. Without a template, nothing is read.
 */
export function useFilledTemplate(templateId: string, dataTableId: string) {
  const of = `${templateId} ${dataTableId}`
  const [choices, setChoices] = useState<{
    readonly of: string
    readonly columns: readonly ColumnReplacement[]
  }>({
    of,
    columns: [],
  })
  const columns = choices.of === of ? choices.columns : none
  // Reads the template again a moment after the last key of a text.
  const [settled] = useDebouncedValue(columns, 300)
  const query = useQuery({
    ...templatePreviewQuery(templateId, dataTableId, settled),
    enabled: templateId !== '',
  })
  const choose = (name: string, replacement: ColumnReplacement | null) => {
    const others = columns.filter((column) => column.name !== name)
    setChoices({ of, columns: replacement === null ? others : [...others, replacement] })
  }
  return { query, columns, choose }
}

const none: readonly ColumnReplacement[] = []
