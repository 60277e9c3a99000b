import { Button, Group, Text } from '@mantine/core'
import type { ReactNode, SubmitEvent } from 'react'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { Section } from '../section.tsx'

/** A section for one setting of a data table, with its own save button. */
export function Setting({
  title,
  description,
  verb,
  isChanged,
  isPending,
  isSaved,
  error,
  onSave,
  children,
}: {
  title: string
  description: ReactNode
  verb: string
  isChanged: boolean
  isPending: boolean
  isSaved: boolean
  error: Error | null
  onSave: () => void
  children: ReactNode
}) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isChanged && !isPending) onSave()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Section title={title} description={description}>
        {children}
        <ProblemAlert error={error} />
        <Group gap="sm">
          <Button type="submit" disabled={!isChanged} loading={isPending}>
            {verb}
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {isSaved && !isChanged && 'Saved'}
          </Text>
        </Group>
      </Section>
    </form>
  )
}
