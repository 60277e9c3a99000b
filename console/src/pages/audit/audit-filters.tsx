import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AuditFilter } from '../../api/account/audit.ts'
import { FilterBar } from '../../components/filter/filter-bar.tsx'
import { FilterSelect } from '../../components/filter/filter-select.tsx'
import { useSearchParam } from '../../components/search-param.ts'
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
  return {
    ...(actor && { actor }),
    ...(action && { action }),
    ...(subject && { subject }),
    ...(from && { from: dayStart(from, 0) }),
    ...(to && { to: dayStart(to, 1) }),
  }
}

export function AuditFilters() {
  const [actor, setActor] = useSearchParam('actor')
  const [subject, setSubject] = useSearchParam('subject')
  const [from, setFrom] = useSearchParam('from')
  const [to, setTo] = useSearchParam('to')
  const [typed, setTyped] = useState({ actor: actor ?? '', subject: subject ?? '' })
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget
      setTyped((before) => ({ ...before, [name]: value }))
    },
    flex: '1 1 10rem',
    maw: 260,
  })
  const told = (text: string) => (text.trim() === '' ? undefined : text.trim())
  return (
    <FilterBar
      params={['actor', 'subject', 'action', 'from', 'to']}
      onSubmit={() => {
        setActor(told(typed.actor))
        setSubject(told(typed.subject))
      }}
    >
      <TextInput label="Actor" placeholder="ada@example.com" {...field('actor')} />
      <FilterSelect
        label="Action"
        param="action"
        options={actionKinds}
        everything="Show all actions"
        isSearchable
        maxWidth={260}
      />
      <TextInput label="Object" placeholder="Name or id of the object" {...field('subject')} />
      <TextInput
        type="date"
        label="From"
        flex="1 1 9rem"
        maw={170}
        value={from ?? ''}
        onChange={(event) => setFrom(told(event.currentTarget.value))}
      />
      <TextInput
        type="date"
        label="To"
        flex="1 1 9rem"
        maw={170}
        value={to ?? ''}
        onChange={(event) => setTo(told(event.currentTarget.value))}
      />
      <Button type="submit" variant="default">
        Find entries
      </Button>
    </FilterBar>
  )
}

function dayStart(day: string, later: number): string {
  const start = new Date(`${day}T00:00:00`)
  start.setDate(start.getDate() + later)
  return start.toISOString()
}
