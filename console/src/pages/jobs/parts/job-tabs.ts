import { oneOf, useSearchParam } from '../../../components/search-param.ts'

const tabs = ['overview', 'recipients', 'failures', 'activity'] as const
export type JobTab = (typeof tabs)[number]

/**
 * Returns the open tab of a job and a function that opens another tab. An address that filters recipients opens the
 * list of recipients.
 */
export function useJobTab(): readonly [JobTab, (tab: JobTab) => void] {
  const [named, setNamed] = useSearchParam('tab')
  const [status, setStatus] = useSearchParam('status')
  const [reason, setReason] = useSearchParam('reason')
  const isFiltered = status !== undefined || reason !== undefined
  const open = (tab: JobTab) => {
    setNamed(tab === 'overview' ? undefined : tab)
    if (tab === 'recipients') return
    setStatus(undefined)
    setReason(undefined)
  }
  return [oneOf(tabs, named) ?? (isFiltered ? 'recipients' : 'overview'), open]
}
