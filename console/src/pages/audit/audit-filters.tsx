import { Button, TextInput } from '@mantine/core'
import type { AuditFilter } from '../../api/account/audit.ts'
import { beginningOf, DayFilter, endOf } from '../../components/filter/day-filter.tsx'
import { FilterBar } from '../../components/filter/filter-bar.tsx'
import { FilterSelect } from '../../components/filter/filter-select.tsx'
import { useTypedText } from '../../components/filter/use-typed-text.ts'
import { useSearchParam } from '../../components/search-param.ts'
import { t } from '../../languages/text.ts'
import { actionKinds } from './audit-words.ts'

/**
 * Returns the filter of the audit log, which is kept in the page's URL. Its days are in the time zone of the
 * user.
 */
export function useAuditFilter(): AuditFilter {
  const [actor] = useSearchParam('actor')
  const [action] = useSearchParam('action')
  const [subject] = useSearchParam('subject')
  const [from] = useSearchParam('from')
  const [to] = useSearchParam('to')
  const [first, last] = [beginningOf(from), endOf(to)]
  return {
    ...(actor && { actor }),
    ...(action && { action }),
    ...(subject && { subject }),
    ...(first !== undefined && { since: first }),
    ...(last !== undefined && { until: last }),
  }
}

export function AuditFilters() {
  const [actor = '', setActor] = useSearchParam('actor')
  const [subject = '', setSubject] = useSearchParam('subject')
  const [typedActor, setTypedActor] = useTypedText(actor)
  const [typedSubject, setTypedSubject] = useTypedText(subject)
  const field = (value: string, setValue: (value: string) => void) => ({
    value,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setValue(event.currentTarget.value),
    flex: '1 1 10rem',
    maw: 260,
  })
  const filterText = (text: string) => (text.trim() === '' ? undefined : text.trim())
  return (
    <FilterBar
      params={['actor', 'subject', 'action', 'from', 'to']}
      onSubmit={() => {
        setActor(filterText(typedActor))
        setSubject(filterText(typedSubject))
      }}
    >
      <TextInput label={t('Actor')} placeholder="ada@example.com" {...field(typedActor, setTypedActor)} />
      <FilterSelect
        label={t('Action')}
        param="action"
        options={actionKinds}
        everything={t('Show all actions')}
        isSearchable
        maxWidth={260}
      />
      <TextInput
        label={t('Object')}
        placeholder={t('Name or id of the object')}
        {...field(typedSubject, setTypedSubject)}
      />
      <DayFilter label={t('First day')} param="from" />
      <DayFilter label={t('Last day')} param="to" />
      <Button type="submit" variant="default">
        {t('Find entries')}
      </Button>
    </FilterBar>
  )
}
