import { Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Download, UserX } from 'lucide-react'
import { useMay } from '../../api/account/session.ts'
import type { PersonSought } from '../../api/person/people.ts'
import { nameOf, useExportPerson } from '../../api/person/person-copies.ts'
import { t } from '../../languages/text.ts'
import { RowMenu } from '../table/row-menu.tsx'
import { ErasePerson } from './erase-person.tsx'

/** The menu in which admins and owners export or erase everything that is kept about a person. */
export function PersonActions({ sought }: { sought: PersonSought }) {
  const isAdmin = useMay('admin')
  const exportPerson = useExportPerson()
  const [isErasing, { open, close }] = useDisclosure()
  if (!isAdmin) return null
  return (
    <>
      <RowMenu
        label={t('Export or erase the data of {name}', { name: nameOf(sought) })}
        loading={exportPerson.isPending}
      >
        <Menu.Item
          leftSection={<Download size={16} aria-hidden />}
          onClick={() => exportPerson.mutate(sought)}
        >
          {t('Export everything')}
        </Menu.Item>
        <Menu.Item leftSection={<UserX size={16} aria-hidden />} color="red" onClick={open}>
          {t('Erase…')}
        </Menu.Item>
      </RowMenu>
      {isErasing && <ErasePerson sought={sought} close={close} />}
    </>
  )
}
