#!/usr/bin/env perl
# The promise type `setting`: the promiser is a file with the line KEY=VALUE, or without any for that key.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/..";
use VowModule;

sub read_lines {
    my $text = VowModule::read_file($_[0]) // return;
    return [split /\n/, $text, -1] if $text !~ s/\n\z//;
    return [length $text ? split(/\n/, $text, -1) : ('')];
}

sub write_lines {
    my ($path, $lines) = @_;
    return VowModule::write_file($path, join('', map { "$_\n" } @$lines));
}

# The lines with $line in place of the first one of that key, and no other of it; at the end if there is none.
sub changed_lines {
    my ($lines, $key, $line) = @_;
    my @wanted;
    for my $old (@$lines) {
        if (index($old, "$key=") != 0) { push @wanted, $old }
        elsif (defined $line) { push @wanted, $line; undef $line }
    }
    return [@wanted, defined $line ? $line : ()];
}

sub validate {
    my ($self, $promise) = @_;
    my $want = $promise->{attributes};
    $self->invalid("Attribute 'value' is required unless 'state' is 'absent'")
        if $want->{state} eq 'present' && !defined $want->{value};
}

sub evaluate {
    my ($self, $promise) = @_;
    my ($path, $want) = ($promise->{promiser}, $promise->{attributes});
    my ($key, $present) = ($want->{key}, $want->{state} eq 'present');
    return $self->not_kept("'$path' is a directory") if -d $path;
    return $self->not_kept("'$path' does not exist") if $present && !-e $path && !$want->{create};

    my $found = -e $path ? read_lines($path) : [];
    return $self->not_kept("Cannot read '$path': $!") if !$found;
    my $wanted = changed_lines($found, $key, $present ? "$key=$want->{value}" : undef);
    $self->variable(lines => scalar @$wanted);
    return $self->kept("'$path' is as promised") if join("\n", @$wanted, '') eq join("\n", @$found, '');
    my $action = -e $path ? 'update' : 'create';
    return if $self->would(($present ? 'set' : 'remove') . " '$key' in '$path'", action => $action, path => $path);
    write_lines($path, $wanted) or return $self->not_kept("Cannot write '$path': $!");
    $self->result_class("setting_${key}_" . ($present ? 'set' : 'removed'));
    $self->repaired(($present ? 'Set' : 'Removed') . " '$key' in '$path'");
}

VowModule->new(
    name => 'setting',
    version => '1.0',
    summary => 'keeps KEY=VALUE lines in files',
    promiser => {pattern => '/.+', summary => 'the file, an absolute path'},
    attributes => [
        key => {required => 1, pattern => '[A-Za-z_][A-Za-z0-9_]*', summary => 'the name'},
        value => {pattern => '.*', secret => 1, summary => 'the value, which may be a password'},
        state => {default => 'present', choices => ['present', 'absent'], summary => 'whether it exists'},
        create => {type => 'bool', default => 1, summary => 'whether a missing file is created'},
    ],
    result_classes => ['setting_KEY_set', 'setting_KEY_removed'],
    validate => \&validate,
    evaluate => \&evaluate,
)->serve;
