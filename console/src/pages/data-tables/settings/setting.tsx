import { Button, Group, Text } from '@mantine/core'
import type { ReactNode, SubmitEvent } from 'react'
import type { GuidePage } from '../../../components/guide/guide-pages.ts'
import { EditProblem } from '../../../components/problem/edit-problem.tsx'
import { t } from '../../../languages/text.ts'
import { Section } from '../section.tsx'

/** A section for one setting of a data table, with its own save button. */
export function Setting({
  title,
  description,
  guide,
  verb,
  isChanged,
  isPending,
  isSaved,
  error,
  revision,
  onSave,
  children,
}: {
  title: string
  description: ReactNode
  guide?: GuidePage
  verb: string
  isChanged: boolean
  isPending: boolean
  isSaved: boolean
  error: Error | null
  /** The revision of the table that the user saw: see `useSeenRevision`. */
  revision: number
  /** Saves the setting if the table has the given revision. Null replaces later changes too. */
  onSave: (revision: number | null) => void
  children: ReactNode
}) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isChanged && !isPending) onSave(revision)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Section title={title} description={description} guide={guide}>
        {children}
        <EditProblem
          edit={{ error, isPending }}
          thing="dataTable"
          place="page"
          onReplace={() => onSave(null)}
        />
        <Group gap="sm">
          <Button type="submit" disabled={!isChanged} loading={isPending}>
            {verb}
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {isSaved && !isChanged && t('Saved')}
          </Text>
        </Group>
      </Section>
    </form>
  )
}
