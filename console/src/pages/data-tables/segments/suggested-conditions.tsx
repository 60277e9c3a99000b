import { Button, Group, Text } from '@mantine/core'
import { Plus } from 'lucide-react'
import { t } from '../../../languages/text.ts'
import { newKey } from '../../spinners/steps/new-key.ts'
import { groupOf, type Question, type WhereDraft } from '../../spinners/steps/where/where-draft.ts'

/** Questions about the person that many segments ask, all with the answer no. */
const suggestions: readonly { readonly label: string; readonly question: Question }[] = [
  { label: t('has not replied'), question: { hasReplied: {} } },
  { label: t('was not written to'), question: { sent: {} } },
  { label: t('is not suppressed'), question: { isSuppressed: true } },
]

/** Offers conditions about the person that the condition of a segment does not have yet, to add with one click. */
export function SuggestedConditions({
  where,
  onChange,
}: {
  where: WhereDraft
  onChange: (where: WhereDraft) => void
}) {
  const missing = suggestions.filter(({ question }) => !asks(where, question))
  if (missing.length === 0) return null
  return (
    <Group gap="xs" mt="xs" role="group" aria-label={t('Conditions that are often added')}>
      <Text size="sm" c="dimmed">
        {t('And the person…')}
      </Text>
      {missing.map(({ label, question }) => (
        <Button
          key={label}
          size="compact-sm"
          variant="light"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => onChange(withPart(where, { kind: 'question', key: newKey(), nots: 1, question }))}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}

function asks(where: WhereDraft, question: Question): boolean {
  if (where.kind === 'group') return where.items.some((item) => asks(item, question))
  return where.kind === 'question' && Object.keys(where.question)[0] === Object.keys(question)[0]
}

/** Returns a condition that is met if a further part is met, too. */
function withPart(where: WhereDraft, part: WhereDraft): WhereDraft {
  return where.kind === 'group' && where.join === 'and' && where.nots === 0
    ? { ...where, items: [...where.items, part] }
    : groupOf('and', [where, part])
}
