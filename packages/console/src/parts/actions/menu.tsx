import * as Dropdown from '@radix-ui/react-dropdown-menu';
import type { ReactElement, ReactNode } from 'react';
import styles from './menu.module.css';

type MenuGiven = { label: string; trigger: ReactElement; children: ReactNode };

export function Menu({ label, trigger, children }: MenuGiven) {
  return (
    <Dropdown.Root modal={false}>
      <Dropdown.Trigger asChild>{trigger}</Dropdown.Trigger>
      <Dropdown.Content
        className={`${styles['menu']} floating`}
        aria-label={label}
        align="end"
        sideOffset={6}
        collisionPadding={8}
      >
        {children}
      </Dropdown.Content>
    </Dropdown.Root>
  );
}

export function MenuItem({ children, onSelect }: { children: ReactNode; onSelect: () => void }) {
  return (
    <Dropdown.Item className="option" onSelect={onSelect}>
      {children}
    </Dropdown.Item>
  );
}

type ChoiceGiven<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly { value: Value; words: string }[];
  onChoose: (value: Value) => void;
};

export function MenuChoice<Value extends string>({ label, value, choices, onChoose }: ChoiceGiven<Value>) {
  return (
    <Dropdown.RadioGroup value={value} onValueChange={(chosen) => onChoose(chosen as Value)}>
      <Dropdown.Label className={`${styles['label']} small`}>{label}</Dropdown.Label>
      {choices.map((choice) => (
        <Dropdown.RadioItem key={choice.value} value={choice.value} className="option">
          <span className={styles['mark']} aria-hidden>
            {choice.value === value ? '✓' : ''}
          </span>
          {choice.words}
        </Dropdown.RadioItem>
      ))}
    </Dropdown.RadioGroup>
  );
}
