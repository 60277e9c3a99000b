import { useNavigate } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useCreateDataTable } from '../../../api/table/data-tables.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { t } from '../../../languages/text.ts'
import { handFile } from '../../data-tables/import/file/handed-file.ts'
import { ImportFileButton } from '../../data-tables/import/file/import-file-button.tsx'
import { tableNameOf } from './table-name-of.ts'

/** Creates a data table named after a chosen file, and opens its import page with the file. */
export function ImportFirstFile() {
  const navigate = useNavigate()
  const create = useCreateDataTable()
  const choose = (file: File) =>
    create.mutate(
      { name: tableNameOf(file.name), projectId: null },
      {
        onSuccess: ({ id }) => {
          handFile(id, file)
          void navigate({
            to: '/data-tables/$dataTableId',
            params: { dataTableId: id },
            search: { tab: 'import' },
          })
        },
      },
    )
  return (
    <>
      <ImportFileButton
        leftSection={<FileUp size={16} aria-hidden />}
        loading={create.isPending}
        onChoose={choose}
      >
        {t('Import a file')}
      </ImportFileButton>
      {create.isError && <ProblemAlert error={create.error} />}
    </>
  )
}
