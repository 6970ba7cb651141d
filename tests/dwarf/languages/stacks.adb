package body Stacks is
   Top : Natural := 0;
   Items : array (1 .. 100) of Item;

   procedure Push (Value : Item) is
   begin
      Top := Top + 1;
      Items (Top) := Value;
   end Push;

   function Pop return Item is
   begin
      Top := Top - 1;
      return Items (Top + 1);
   end Pop;
end Stacks;
