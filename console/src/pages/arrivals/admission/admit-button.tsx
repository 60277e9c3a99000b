import { Button, type ButtonProps } from '@mantine/core'
import { CornerDownRight } from 'lucide-react'
import type { Wanted } from '../../../api/arrival/arrivals.ts'
import { ForEditors } from '../../../components/for-editors.tsx'
import { openAdmission } from './admission.tsx'

export function AdmitButton({
  wanted,
  title,
  children,
  ...looks
}: { wanted: Wanted; title: string; children: string } & ButtonProps) {
  return (
    <ForEditors>
      <Button
        variant="default"
        leftSection={<CornerDownRight size={16} aria-hidden />}
        {...looks}
        onClick={() => openAdmission(wanted, title)}
      >
        {children}
      </Button>
    </ForEditors>
  )
}
