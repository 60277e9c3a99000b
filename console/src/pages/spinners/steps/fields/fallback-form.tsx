import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { nameColumnOf } from '../../../../components/names/name-of-record.ts'
import { t } from '../../../../languages/text.ts'
import { useMailWords } from '../mail-words.ts'

/**
 * Asks for the word that stands for empty cells of a column. Proposes one for a name, in the language of the
 * organization.
 */
export function FallbackForm({
  name,
  fallback,
  onSet,
}: {
  name: string
  fallback: string | null
  onSet: (word: string | null) => void
}) {
  const { insteadOfName } = useMailWords()
  const proposal = nameColumnOf([name]) === undefined ? '' : insteadOfName
  const [word, setWord] = useState(fallback ?? proposal)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onSet(word)
      }}
    >
      <TextInput
        label={t('Word for empty cells')}
        description={t('Stands in the message if “{name}” is empty. Leave it empty to write nothing there.', {
          name,
        })}
        value={word}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setWord(currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs" mt="sm">
        {fallback !== null && (
          <Button size="xs" variant="default" onClick={() => onSet(null)}>
            {t('Remove the word')}
          </Button>
        )}
        <Button size="xs" type="submit">
          {t('Set the word')}
        </Button>
      </Group>
    </form>
  )
}
