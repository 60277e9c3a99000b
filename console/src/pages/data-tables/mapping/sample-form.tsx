import { Button, Group, Text, Textarea } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { t } from '../../../languages/text.ts'
import { Section } from '../section.tsx'

/** A form that takes a pasted body as the sample for a mapping, for a source that has not sent one yet. */
export function SampleForm({ hasGone, onSample }: { hasGone: boolean; onSample: (body: string) => void }) {
  const [body, setBody] = useState('')
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (body.trim() !== '') onSample(body)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Section
        title={t('A sample')}
        description={t(
          'Paste the body as the source sends it: JSON, a form or XML. Spindle does not store the sample.',
        )}
      >
        {hasGone && <Text size="sm">{t('No held arrival has this format.')}</Text>}
        <Textarea
          label={t('Body')}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
          autosize
          minRows={6}
          maxRows={20}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }}
        />
        <Group>
          <Button type="submit" disabled={body.trim() === ''}>
            {t('Read the sample')}
          </Button>
        </Group>
      </Section>
    </form>
  )
}
