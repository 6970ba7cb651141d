with Stacks;

procedure Lists is
   package Numbers is new Stacks (Integer);
   procedure Fill is
   begin
      for I in 1 .. 10 loop
         Numbers.Push (I);
      end loop;
   end Fill;
begin
   Fill;
   if Numbers.Pop /= 10 then
      raise Program_Error;
   end if;
end Lists;
