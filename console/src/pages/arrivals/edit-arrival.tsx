import { Alert, Button, Group, List, Stack, Textarea } from '@mantine/core'
import { modals } from '@mantine/modals'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../api/account/session.ts'
import { useEditArrival } from '../../api/arrival/arrivals.ts'
import type { ArrivalWithBody } from '../../api/schema.ts'
import { wordsOfCode } from '../../components/arrival/reason-words.ts'
import { EditProblem } from '../../components/problem/edit-problem.tsx'
import { t } from '../../languages/text.ts'
import { openAdmission } from './admission/admission.tsx'

/** A button that opens the body of a held arrival for editing, if the body is text. */
export function EditButton({ arrival }: { arrival: ArrivalWithBody }) {
  const mayEdit = useMay('editor')
  if (!mayEdit || arrival.body === null || arrival.bodyEncoding !== 'utf8') return null
  return (
    <Button
      variant="default"
      leftSection={<Pencil size={16} aria-hidden />}
      onClick={() => openEditor(arrival)}
    >
      {t('Edit')}
    </Button>
  )
}

function openEditor(arrival: ArrivalWithBody): void {
  const id = modals.open({
    title: t('Edit this arrival'),
    size: 'xl',
    children: <Editor arrival={arrival} onClose={() => modals.close(id)} />,
  })
}

function Editor({ arrival, onClose }: { arrival: ArrivalWithBody; onClose: () => void }) {
  const [text, setText] = useState(arrival.body ?? '')
  const [revision, setRevision] = useState(arrival.revision)
  const edit = useEditArrival(arrival.id)
  const saveAt = (seen: number | null) =>
    edit.mutate({ body: text, revision: seen }, { onSuccess: (edited) => setRevision(edited.revision) })
  const { dataTableId } = arrival
  const admit = () => {
    onClose()
    if (dataTableId !== null)
      openAdmission({ dataTableId, arrivalIds: [arrival.id] }, t('Admit this arrival'))
  }
  const saved = edit.isSuccess && edit.variables.body === text ? edit.data : null
  return (
    <Stack>
      <Textarea
        label={t('Body')}
        description={t('You edit the body only. The headers and the id that the source sent do not change.')}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
        autosize
        minRows={8}
        maxRows={24}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <EditProblem edit={edit} thing="arrival" onReplace={() => saveAt(null)} />
      {saved !== null && (
        <Alert color={saved.reasons.length === 0 ? 'teal' : 'yellow'} role="status">
          {saved.reasons.length === 0
            ? t('Saved. The arrival fits the table now.')
            : t('Saved. The arrival does not fit the table yet:')}
          {saved.reasons.length > 0 && (
            <List size="sm">
              {saved.reasons.map((reason) => (
                <List.Item key={JSON.stringify(reason)}>
                  {wordsOfCode(reason.code)}
                  {reason.column !== undefined &&
                    reason.column !== '' &&
                    t(', column {column}', { column: reason.column })}
                </List.Item>
              ))}
            </List>
          )}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
        {saved !== null && saved.reasons.length === 0 ? (
          <Button onClick={admit}>{t('Admit arrival')}</Button>
        ) : (
          <Button loading={edit.isPending} onClick={() => saveAt(revision)} disabled={text.trim() === ''}>
            {t('Save')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
