import * as Tooltip from '@radix-ui/react-tooltip';
import { useState, type MouseEvent, type ReactElement, type ReactNode, type SyntheticEvent } from 'react';
import styles from './tip.module.css';

type Given = {
  /** undefined: nothing to show now. */
  text: ReactNode;
  /** Must be able to have the focus. */
  children: ReactElement;
  side?: 'top' | 'right';
};

/** Shown on hover, focus or tap. */
export function Tip({ text, children, side = 'top' }: Given) {
  const [isOpen, setOpen] = useState(false);
  const isEmpty = text === undefined;
  if (isOpen && isEmpty) setOpen(false);
  const notNow = isEmpty ? (event: SyntheticEvent) => event.preventDefault() : undefined;
  const openByTap = (event: MouseEvent<HTMLElement>): void => {
    if (event.currentTarget.closest('a[href]')) return;
    // A click would close it.
    event.preventDefault();
    setOpen(true);
  };
  return (
    <Tooltip.Root open={isOpen} onOpenChange={setOpen}>
      <Tooltip.Trigger
        asChild
        onFocus={notNow}
        onPointerMove={notNow}
        onClick={isEmpty ? undefined : openByTap}
      >
        {children}
      </Tooltip.Trigger>
      <Tooltip.Content className={styles['tip']} side={side} sideOffset={6} collisionPadding={8}>
        {text}
      </Tooltip.Content>
    </Tooltip.Root>
  );
}
