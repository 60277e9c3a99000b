import { createContext, useContext } from 'react'
import type { BranchCounts } from '../../../../api/schema.ts'

type Values = BranchCounts['columns'][number]['values']

/** The values of the columns that the conditions of the spinner compare, with the number of their records. */
export const ColumnValuesContext = createContext<ReadonlyMap<string, Values>>(new Map())

const nothing: Values = []

/** Returns the values that a column has, most frequent first; none if they are not known. */
export function useValuesOf(column: string): Values {
  return useContext(ColumnValuesContext).get(column) ?? nothing
}
