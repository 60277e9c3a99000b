import { Paper } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './drop-area.module.css'

/**
 * An area that takes a dropped file for the import. It is for the mouse only; the button beside it serves
 * keyboard users.
 */
export function DropArea({ onDrop, children }: { onDrop: (file: File) => void; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const element = area.current
    const over = (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && element?.contains(event.relatedTarget) === true))
        setOver(false)
    }
    const drop = (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const file = event.dataTransfer?.files[0]
      if (file !== undefined) onDrop(file)
    }
    element?.addEventListener('dragover', over)
    element?.addEventListener('dragleave', leave)
    element?.addEventListener('drop', drop)
    return () => {
      element?.removeEventListener('dragover', over)
      element?.removeEventListener('dragleave', leave)
      element?.removeEventListener('drop', drop)
    }
  }, [onDrop])
  return (
    <Paper ref={area} p="md" className={classes.area ?? ''} data-over={isOver || undefined}>
      {children}
    </Paper>
  )
}
