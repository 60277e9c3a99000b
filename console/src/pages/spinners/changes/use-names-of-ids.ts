import { useQuery } from '@tanstack/react-query'
import { filesQuery } from '../../../api/sender/files.ts'
import { sendersQuery } from '../../../api/sender/senders.ts'
import { t } from '../../../languages/text.ts'

/** Returns the name of the file or sender whose id a field of a step contains. */
export type NameOfId = (field: string, id: string) => string

/** Returns a function that names the files and senders to which steps refer by id. */
export function useNamesOfIds(): NameOfId {
  const files = useQuery(filesQuery).data
  const senders = useQuery(sendersQuery).data?.items
  return (field, id) => {
    if (field === 'attachments') {
      const file = files?.find((uploadedFile) => uploadedFile.id === id)
      return file?.name ?? (files === undefined ? '…' : t('A deleted file'))
    }
    if (field === 'senders') {
      const sender = senders?.find((one) => one.id === id)
      if (sender !== undefined) return `${sender.name} <${sender.email}>`
      return senders === undefined ? '…' : t('A deleted sender')
    }
    return id
  }
}
