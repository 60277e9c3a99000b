import { Alert, Button, Group, List, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { FileUp, ListPlus } from 'lucide-react'
import { useState } from 'react'
import { useSuppressList } from '../../../api/suppressions.ts'
import { FormFooter } from '../../../components/dialog/form-footer.tsx'
import { FileChoiceButton } from '../../../components/file-choice-button.tsx'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { t } from '../../../languages/text.ts'
import { entriesIn, partsOf } from './pasted-list.ts'

/** A button that opens the dialog for a list of addresses and domains. */
export function ImportList() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<ListPlus size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('Import a list')}
      </Button>
      {isOpen && <ImportListDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function ImportListDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [note, setNote] = useState('')
  const suppress = useSuppressList()
  const entries = entriesIn(text)
  const count = entries.length === 1 ? t('1 entry') : t('{count, number} entries', { count: entries.length })
  return (
    <Modal opened onClose={onClose} title={t('Suppress a list')} size="lg">
      {suppress.isSuccess ? (
        <Outcome {...suppress.data} onClose={onClose} />
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            suppress.mutate({ parts: partsOf(entries), note: note.trim() })
          }}
        >
          <Stack>
            {suppress.isError && <ProblemAlert error={suppress.error} />}
            <Textarea
              label={t('Addresses and domains')}
              description={t(
                'One in each line, or the lines of a CSV. A domain such as example.com suppresses all its addresses.',
              )}
              data-autofocus
              autosize
              minRows={6}
              maxRows={14}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
            <Group>
              <FileChoiceButton
                variant="default"
                size="xs"
                accept=".csv,.tsv,.txt,text/csv,text/plain"
                leftSection={<FileUp size={14} aria-hidden />}
                onChoose={(file) => void file.text().then(setText)}
              >
                {t('Choose a file')}
              </FileChoiceButton>
              <Text size="sm" c="dimmed" aria-live="polite">
                {entries.length > 0 && count}
              </Text>
            </Group>
            <TextInput
              label={t('Note')}
              placeholder={t('Optional, such as where the list comes from')}
              maxLength={500}
              value={note}
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
            />
            <FormFooter onCancel={onClose} isPending={suppress.isPending} disabled={entries.length === 0}>
              {entries.length === 0 ? t('Suppress') : t('Suppress {count}', { count })}
            </FormFooter>
          </Stack>
        </form>
      )}
    </Modal>
  )
}

const maxShown = 20

function Outcome({
  added,
  alreadySuppressed,
  invalid,
  onClose,
}: {
  added: number
  alreadySuppressed: number
  /** The entries that were left out. */
  invalid: readonly string[]
  onClose: () => void
}) {
  return (
    <Stack>
      <Text role="status">
        {t('{added, number} added, {alreadySuppressed, number} suppressed before.', {
          added,
          alreadySuppressed,
        })}
      </Text>
      {invalid.length > 0 && (
        <Alert
          color="yellow"
          title={t('{count, number} are no addresses or domains', { count: invalid.length })}
        >
          <List size="sm">
            {invalid.slice(0, maxShown).map((entry) => (
              <List.Item key={entry} style={{ overflowWrap: 'anywhere' }}>
                {entry}
              </List.Item>
            ))}
          </List>
          {invalid.length > maxShown && (
            <Text size="sm">{t('and {count} more', { count: invalid.length - maxShown })}</Text>
          )}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('Close')}</Button>
      </Group>
    </Stack>
  )
}
