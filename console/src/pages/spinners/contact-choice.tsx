import { Checkbox } from '@mantine/core'
import type { Spinner } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'
import { RadioChoice } from './radio-choice.tsx'

export const contactWords: Readonly<Record<Spinner['contact'], { label: string; means: string }>> = {
  oncePerPerson: {
    label: t('Send messages once per person'),
    means: t('Addresses that this spinner has already written to are skipped, in every record and job.'),
  },
  oncePerRecord: {
    label: t('Send messages once per record'),
    means: t(
      'A later job can write to the same address again. Within one job, an address gets each step once, even if several records contain it.',
    ),
  },
}

/** Returns in one line how often a spinner may write to a person. */
export function wordsOfContact({ contact, isExclusive }: Pick<Spinner, 'contact' | 'isExclusive'>): string {
  return isExclusive
    ? t('{label}, and not while another exclusive spinner writes to the person', {
        label: contactWords[contact].label,
      })
    : contactWords[contact].label
}

export function ContactChoice({
  contact,
  isExclusive,
  onChange,
}: {
  contact: Spinner['contact']
  isExclusive: boolean
  onChange: (changes: Partial<Pick<Spinner, 'contact' | 'isExclusive'>>) => void
}) {
  return (
    <>
      <RadioChoice
        label={t('Repeated messages to one person')}
        words={contactWords}
        value={contact}
        onChange={(chosen) => onChange({ contact: chosen })}
      />
      <Checkbox
        mt="md"
        checked={isExclusive}
        onChange={(event) => onChange({ isExclusive: event.currentTarget.checked })}
        label={t('Exclusive')}
        description={t('This spinner skips people who are currently in another exclusive spinner.')}
      />
    </>
  )
}
