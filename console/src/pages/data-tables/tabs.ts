import { oneOf, useSearchParam } from '../../components/search-param.ts'

const tabs = ['records', 'segments', 'arrivals', 'import', 'connect', 'settings'] as const
export type Tab = (typeof tabs)[number]

/** Returns the open tab of a data table and a function that opens another tab. */
export function useTab(): readonly [Tab, (tab: Tab) => void] {
  const [named, open] = useSearchParam('tab')
  return [oneOf(tabs, named) ?? 'records', open]
}
