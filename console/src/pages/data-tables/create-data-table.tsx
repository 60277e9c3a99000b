import { Modal, NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Project } from '../../api/schema.ts'
import { useCreateDataTable } from '../../api/table/data-tables.ts'
import { NameForm } from '../../components/dialog/name-form.tsx'
import { t } from '../../languages/text.ts'

/**
 * A dialog that creates a data table, with a name and, if there are several projects, a project. Opens the
 * import of the new table afterwards, because the columns of most tables come from a file.
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
  const inProject = chosen ?? projectId ?? projects[0]?.id ?? null
  const close = () => {
    onClose()
    setChosen(null)
    create.reset()
  }
  const submit = (name: string) =>
    create.mutate(
      { name, projectId: inProject },
      {
        onSuccess: ({ id }) => {
          close()
          void navigate({
            to: '/data-tables/$dataTableId',
            params: { dataTableId: id },
            search: { tab: 'import' },
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
