import { Modal, NativeSelect, TagsInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Project } from '../../api/schema.ts'
import { useCreateDataTable } from '../../api/table/data-tables.ts'
import { NameForm } from '../../components/dialog/name-form.tsx'
import { t } from '../../languages/text.ts'

/**
 * A dialog that creates a data table, with a name, columns and, if there are several projects, a project. Opens the
 * import of a new table without columns, because the columns of most tables come from a file. A table with columns
 * waits for the records of a system, so the dialog opens what connects the system.
 */
export function CreateDataTable({
  opened,
  projects,
  projectId,
  onClose,
}: {
  opened: boolean
  projects: readonly Project[]
  /** The id of the project in which the dialog was opened; null selects the first project. */
  projectId: string | null
  onClose: () => void
}) {
  const navigate = useNavigate()
  const create = useCreateDataTable()
  const [chosen, setChosen] = useState<string | null>(null)
  const [columns, setColumns] = useState<string[]>([])
  const inProject = chosen ?? projectId ?? projects[0]?.id ?? null
  const close = () => {
    onClose()
    setChosen(null)
    setColumns([])
    create.reset()
  }
  const submit = (name: string) =>
    create.mutate(
      { name, projectId: inProject, columns },
      {
        onSuccess: ({ id }) => {
          close()
          void navigate({
            to: '/data-tables/$dataTableId',
            params: { dataTableId: id },
            search: { tab: columns.length === 0 ? 'import' : 'connect' },
          })
        },
      },
    )
  return (
    <Modal opened={opened} onClose={close} title={t('New data table')}>
      <NameForm
        verb={t('Create data table')}
        placeholder={t('Leads')}
        error={create.error}
        isPending={create.isPending}
        onSubmit={submit}
        onCancel={close}
      >
        <TagsInput
          label={t('Columns')}
          description={t(
            'Optional. Without columns here, the first imported file gives the table its columns.',
          )}
          placeholder={columns.length === 0 ? t('email, name') : ''}
          splitChars={[',', ';', '\t']}
          maxLength={200}
          value={columns}
          onChange={setColumns}
        />
        {projects.length > 1 && (
          <NativeSelect
            label={t('Project')}
            data={projects.map(({ id, name }) => ({ value: id, label: name }))}
            value={inProject ?? ''}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )}
      </NameForm>
    </Modal>
  )
}
