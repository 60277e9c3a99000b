import { createContext, useContext } from 'react'

/** The columns that the templates of a step may name. */
export const ValuesContext = createContext<readonly string[]>([])

export const useColumns = () => useContext(ValuesContext)
